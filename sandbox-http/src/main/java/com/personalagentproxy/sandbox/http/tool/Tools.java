package com.personalagentproxy.sandbox.http.tool;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.http.limit.CommandLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All the tools, in the order in which a model is told of them. */
public final class Tools {

  private final List<Tool> all;

  public Tools(Sandboxes sandboxes, CommandLimit commands) {
    List<Tool> tools = new ArrayList<>();
    tools.add(ExecTool.of(sandboxes, commands));
    tools.addAll(SandboxTools.of(sandboxes));
    tools.addAll(TaskTools.of(sandboxes));
    all = List.copyOf(tools);
  }

  public List<Tool> all() {
    return all;
  }

  public Optional<Tool> named(String name) {
    return all.stream().filter(tool -> tool.name().equals(name)).findFirst();
  }
}

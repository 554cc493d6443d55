package com.personalagentproxy.sandbox.web.demo;

import com.personalagentproxy.sandbox.machine.MachineBackend.Gap;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * One telling of the story: the agent who calls, and what it has so far. What it makes bears a mark
 * of its own, so that it can be told on a server where much else goes on, and more than once.
 */
final class Story {

  private final AgentClient agent;
  private final Narrator narrator;
  private final Welcome welcome;
  private final DeleteSwitch deleting;
  private final List<Gap> gaps;
  private final String mark = UUID.randomUUID().toString().substring(0, 6);
  private final Map<Cast, String> tasks = new EnumMap<>(Cast.class);

  Story(
      AgentClient agent,
      Narrator narrator,
      Welcome welcome,
      DeleteSwitch deleting,
      List<Gap> gaps) {
    this.agent = agent;
    this.narrator = narrator;
    this.welcome = welcome;
    this.deleting = deleting;
    this.gaps = gaps;
  }

  AgentClient agent() {
    return agent;
  }

  Narrator narrator() {
    return narrator;
  }

  Welcome welcome() {
    return welcome;
  }

  DeleteSwitch deleting() {
    return deleting;
  }

  /** The sandbox's name. */
  String sandbox() {
    return "demo-" + mark;
  }

  String title(Cast part) {
    return part.title(mark);
  }

  /** The tasks that were started and not finished yet. */
  Map<Cast, String> tasks() {
    return Map.copyOf(tasks);
  }

  /** The task's id; starts it when it is first asked for. */
  String task(Cast part) {
    String known = tasks.get(part);
    if (known != null) {
      return known;
    }
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("title", title(part));
    if (part == Cast.SUB) {
      arguments.put("parent", task(Cast.FIRST));
    }
    String id = done("tasks_start", arguments).word("id");
    if (id.isEmpty()) {
      throw new Unmet("tasks_start gives the task's id", "none");
    }
    tasks.put(part, id);
    return id;
  }

  /** Finishes a task that was started. */
  ToolAnswer finish(Cast part) {
    ToolAnswer finished = done("tasks_finish", Map.of("task", task(part)));
    tasks.remove(part);
    return finished;
  }

  /** Calls a tool, and tells of it. */
  ToolAnswer call(String tool, Map<String, ?> arguments) {
    narrator.called(tool, arguments);
    ToolAnswer answer = agent.call(tool, arguments);
    if (answer.isError()) {
      narrator.refused(answer.text());
    } else {
      narrator.cameBack(answer.text());
    }
    return answer;
  }

  /** Calls a tool that isn't to refuse. */
  ToolAnswer done(String tool, Map<String, ?> arguments) {
    ToolAnswer answer = call(tool, arguments);
    if (answer.isError()) {
      throw new Unmet(tool + " is carried out", "the refusal: " + answer.text());
    }
    return answer;
  }

  /** Runs a command in the sandbox for a task. */
  ToolAnswer run(Cast part, String command) {
    return run(part, command, Map.of());
  }

  /** Runs a command in the sandbox for a task, with more arguments. */
  ToolAnswer run(Cast part, String command, Map<String, ?> more) {
    return done("sandbox_exec", exec(part, command, more));
  }

  /** Runs a command of which only a success is of use. */
  ToolAnswer runWell(Cast part, String command, Map<String, ?> more) {
    ToolAnswer ran = run(part, command, more);
    if (!ran.isNumber("exit_code", 0)) {
      throw new Unmet("the command exits with 0", ran.shown("exit_code") + ": " + ran.text());
    }
    return ran;
  }

  /** The arguments of a command. */
  Map<String, Object> exec(Cast part, String command, Map<String, ?> more) {
    Map<String, Object> arguments = inSandbox(part);
    arguments.put("command", command);
    arguments.putAll(more);
    return arguments;
  }

  /** The arguments of a search for the sandbox. */
  Map<String, Object> search() {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("search", sandbox());
    arguments.put("task", task(Cast.SECOND));
    return arguments;
  }

  /** The arguments of a call on the sandbox for a task. */
  Map<String, Object> inSandbox(Cast part) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("sandbox", sandbox());
    arguments.put("task", task(part));
    return arguments;
  }

  /**
   * Whether the backend can do what a check of the conformance suite shows. If it says that it
   * can't, its reason is told, and the story goes on without that.
   *
   * @param check the check's name
   */
  boolean can(String check) {
    Optional<Gap> gap = gaps.stream().filter(each -> each.check().equals(check)).findAny();
    gap.ifPresent(
        each ->
            narrator.note(
                "The service that keeps the machines says: %s The story goes on without that."
                    .formatted(each.why())));
    return gap.isEmpty();
  }

  /**
   * Goes on only if it holds.
   *
   * @param expectation what is to be so, as in “it is so that …”
   * @param got what is so instead
   */
  void expect(String expectation, boolean holds, String got) {
    if (!holds) {
      throw new Unmet(expectation, got);
    }
    narrator.held(expectation);
  }
}

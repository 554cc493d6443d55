package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.http.tool.Tools;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/**
 * The methods of the revision in which each request stands by itself. There is no {@code
 * subscriptions/listen}: the list of tools never changes while a server runs.
 */
final class StatelessMethods {

  /** An access that is switched on is to be seen soon. */
  private static final Duration DISCOVERY_IS_FRESH_FOR = Duration.ofMinutes(1);

  /** The tools change with the server's version only. */
  private static final Duration TOOLS_ARE_FRESH_FOR = Duration.ofMinutes(5);

  private final Sandboxes sandboxes;
  private final ToolCalls calls;
  private final ResultForm form;
  private final ObjectNode toolList;

  StatelessMethods(Sandboxes sandboxes, Tools tools, Identity server) {
    this.sandboxes = sandboxes;
    this.calls = new ToolCalls(tools);
    this.form = new ResultForm.Typed(server);
    this.toolList = form.of(fresh(ToolList.of(tools), TOOLS_ARE_FRESH_FOR, "public"));
  }

  /** What to do about a request. */
  Handling handle(Asker asker, Message.Request request) {
    return switch (request.method()) {
      case "server/discover" -> Handling.Answered.to(request, discover(asker));
      case "tools/list" ->
          Handling.Answered.to(
              request,
              request.params().has("cursor") ? ToolList.ON_ONE_PAGE : new Reply.Result(toolList));
      case ToolCalls.METHOD -> calls.of(asker, request, form);
      default ->
          new Handling.Answered(
              404,
              Reply.failure(
                      Reply.METHOD_NOT_FOUND,
                      "There is no method %s here. There are server/discover, tools/list and tools/call."
                          .formatted(Words.quoted(request.method())))
                  .to(request.id()));
    };
  }

  private Reply discover(Asker asker) {
    ObjectNode result = StrictJson.MAPPER.createObjectNode();
    Revision.dates().forEach(result.putArray("supportedVersions")::add);
    result.putObject("capabilities").putObject("tools");
    result.put("instructions", Instructions.of(sandboxes, asker.agent()));
    return new Reply.Result(form.of(fresh(result, DISCOVERY_IS_FRESH_FOR, "private")));
  }

  /** The result with how long it may be kept, and for whom. */
  private static ObjectNode fresh(ObjectNode result, Duration time, String scope) {
    return result.put("ttlMs", time.toMillis()).put("cacheScope", scope);
  }
}

package com.personalagentproxy.sandbox.http.tool;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.http.wire.RecordSchema;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool: what a model is told of it, and what it does.
 *
 * @param deed as which a call is written down whose arguments are wrong
 */
public record Tool(
    Sandboxes sandboxes,
    Deed deed,
    String name,
    String title,
    String description,
    List<Parameter> parameters,
    Class<? extends Record> output,
    Hints hints,
    Function<ToolCall, ToolResult> action) {

  public Tool {
    parameters = List.copyOf(parameters);
  }

  /**
   * Calls it with arguments as they came; wrong ones are refused.
   *
   * @param follower of the command, if the tool runs one
   */
  public ToolResult call(Arrival arrival, String client, ObjectNode arguments, Follower follower) {
    Arguments.Checked checked = Arguments.check(this, arguments);
    if (checked instanceof Arguments.Wrong wrong) {
      Caller caller = new Caller(arrival.agent(), client, null, arrival.standing());
      return resultOf(
          sandboxes.refuse(caller, deed, Arguments.named(arguments), wrong.why()),
          never -> {
            throw new IllegalStateException("A call with wrong arguments was not refused.");
          });
    }
    return action.apply(
        new ToolCall(arrival, client, ((Arguments.Right) checked).arguments(), follower));
  }

  /** The JSON Schema (2020-12) of its arguments. */
  public ObjectNode inputSchema() {
    ObjectNode schema = StrictJson.MAPPER.createObjectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = StrictJson.MAPPER.createArrayNode();
    for (Parameter parameter : parameters) {
      ObjectNode property = properties.putObject(parameter.name());
      parameter.describe(property);
      property.put("description", parameter.description());
      if (parameter.required()) {
        required.add(parameter.name());
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    return schema.put("additionalProperties", false);
  }

  /** The JSON Schema (2020-12) of what it answers when it wasn't refused. */
  public ObjectNode outputSchema() {
    return RecordSchema.of(output);
  }

  static <T> ToolResult resultOf(Answer<T> answer, Function<T, ToolResult> result) {
    return answer instanceof Answer.Refused<T> refused
        ? ToolResult.refused(refused.refusal())
        : result.apply(answer.orElseThrow());
  }
}

package com.personalagentproxy.sandbox.http.tool;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A call's arguments, each of the kind its tool takes. */
public final class Arguments {

  private final Map<String, JsonNode> values;

  private Arguments(Map<String, JsonNode> values) {
    this.values = values;
  }

  /** What a caller gave, checked. */
  sealed interface Checked {}

  record Right(Arguments arguments) implements Checked {}

  record Wrong(Refusal.Invalid why) implements Checked {}

  /** Checks what a caller gave; the refusal names the first argument that is wrong. */
  static Checked check(Tool tool, ObjectNode given) {
    Map<String, JsonNode> values = new HashMap<>();
    for (Map.Entry<String, JsonNode> each : given.properties()) {
      if (tool.parameters().stream().noneMatch(known -> known.name().equals(each.getKey()))) {
        return invalid(each.getKey(), unknown(tool, each.getKey()));
      }
      values.put(each.getKey(), each.getValue());
    }
    for (Parameter parameter : tool.parameters()) {
      Optional<String> problem = problem(parameter, values.get(parameter.name()));
      if (problem.isPresent()) {
        return invalid(parameter.name(), problem.get());
      }
    }
    return new Right(new Arguments(values));
  }

  /** What a call names, checked or not: a sandbox or a task, or what is to be made. */
  static @Nullable String named(ObjectNode given) {
    return Stream.of(Parameters.SANDBOX_NAME, SandboxTools.NAME, TaskTools.TITLE)
        .map(given::path)
        .filter(each -> each.isString() && isWhole(each.stringValue()))
        .map(JsonNode::stringValue)
        .findFirst()
        .orElse(null);
  }

  /** A text that the tool requires. */
  String required(String name) {
    String text = text(name);
    if (text == null) {
      throw new IllegalArgumentException("The tool doesn't require " + name + ".");
    }
    return text;
  }

  @Nullable String text(String name) {
    JsonNode value = values.get(name);
    return value == null ? null : value.stringValue();
  }

  @Nullable Long number(String name) {
    JsonNode value = values.get(name);
    return value == null ? null : value.longValue();
  }

  private static Optional<String> problem(Parameter parameter, @Nullable JsonNode value) {
    if (value == null) {
      return parameter.required()
          ? Optional.of("%s is missing. Give %s.".formatted(parameter.name(), parameter.give()))
          : Optional.empty();
    }
    if (value.isNull()) {
      return Optional.of(
          parameter.required()
              ? "%s is null. Give %s.".formatted(parameter.name(), parameter.give())
              : "%s is null. Leave it out, or give %s."
                  .formatted(parameter.name(), parameter.give()));
    }
    return isOfKind(parameter, value)
        ? Optional.empty()
        : Optional.of(
            "%s is %s. Give %s%s."
                .formatted(parameter.name(), kind(value), parameter.give(), hint(parameter)));
  }

  private static boolean isOfKind(Parameter parameter, JsonNode value) {
    if (parameter instanceof Parameter.Whole) {
      return value.isIntegralNumber() && value.canConvertToLong();
    }
    if (parameter instanceof Parameter.Choice choice) {
      return value.isString() && choice.words().contains(value.stringValue());
    }
    return value.isString() && isWhole(value.stringValue());
  }

  /** Half of a character can't be written in UTF-8, so it would become something else unnoticed. */
  private static boolean isWhole(String text) {
    return text.codePoints().noneMatch(each -> Character.getType(each) == Character.SURROGATE);
  }

  private static String kind(JsonNode value) {
    if (value.isString()) {
      return isWhole(value.stringValue())
          ? "the text " + Words.quoted(value.stringValue())
          : "a text with half of a character in it (\\ud800 to \\udfff by itself)";
    }
    if (value.isNumber()) {
      String digits = value.asString();
      return digits.length() > 30 ? "a number that is far too large" : digits;
    }
    if (value.isBoolean()) {
      return value.asString();
    }
    return value.isArray() ? "a list" : "an object";
  }

  private static String hint(Parameter parameter) {
    return parameter instanceof Parameter.Whole
        ? ", written without quotes and without a decimal point"
        : "";
  }

  private static String unknown(Tool tool, String name) {
    return "%s has no argument %s. Its arguments are %s."
        .formatted(
            tool.name(),
            Words.quoted(name),
            tool.parameters().stream().map(Parameter::name).collect(Collectors.joining(", ")));
  }

  private static Checked invalid(String field, String sentence) {
    return new Wrong(new Refusal.Invalid(field, sentence));
  }
}

package com.personalagentproxy.sandbox.web.demo;

import tools.jackson.databind.JsonNode;

/**
 * What a tool answered.
 *
 * @param isError whether it is a refusal; then the text says why
 * @param text what a model reads
 * @param structured the same for programs; a missing node if there is none
 */
record ToolAnswer(boolean isError, String text, JsonNode structured) {

  /** The field's text; empty if there is no such field, or if it holds no text. */
  String word(String field) {
    return structured.path(field).stringValue("");
  }

  /** Whether the field is there and true. */
  boolean isTrue(String field) {
    return structured.path(field).booleanValue(false);
  }

  /** Whether the field is there and false. */
  boolean isFalse(String field) {
    return !structured.path(field).booleanValue(true);
  }

  /** Whether the field is there and holds this number. */
  boolean isNumber(String field, long number) {
    JsonNode value = structured.path(field);
    return value.isIntegralNumber() && value.longValue() == number;
  }

  /** Whether the field is absent or null. */
  boolean lacks(String field) {
    JsonNode value = structured.path(field);
    return value.isMissingNode() || value.isNull();
  }

  /** The field as it was written, for a message. */
  String shown(String field) {
    JsonNode value = structured.path(field);
    return "%s %s".formatted(field, value.isMissingNode() ? "is missing" : "is " + value);
  }
}

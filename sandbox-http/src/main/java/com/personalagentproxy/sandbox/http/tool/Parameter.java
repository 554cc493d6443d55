package com.personalagentproxy.sandbox.http.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An argument that a tool takes: the schema and the check are both read off it. A range in the
 * schema is enforced where it belongs, in the domain.
 */
sealed interface Parameter {

  String name();

  /** What it means, for the model. */
  String description();

  /** What to give for it, to end the sentence “Give …”. */
  String give();

  boolean required();

  /** Adds what JSON Schema says of it. */
  void describe(ObjectNode schema);

  /**
   * A text.
   *
   * @param longest in characters; no bound here if absent
   */
  record Words(
      String name, String description, String give, boolean required, @Nullable Integer longest)
      implements Parameter {

    @Override
    public void describe(ObjectNode schema) {
      schema.put("type", "string");
      if (longest != null) {
        schema.put("maxLength", longest);
      }
      if (required) {
        schema.put("minLength", 1);
      }
    }
  }

  /** One of some words. */
  record Choice(String name, String description, List<String> words) implements Parameter {

    @Override
    public String give() {
      return "one of " + String.join(", ", words);
    }

    @Override
    public boolean required() {
      return false;
    }

    @Override
    public void describe(ObjectNode schema) {
      schema.put("type", "string");
      words.forEach(schema.putArray("enum")::add);
    }
  }

  /** A whole number. */
  record Whole(String name, String description, int least, int most, int usual)
      implements Parameter {

    @Override
    public String give() {
      return "a whole number from %s to %s".formatted(least, most);
    }

    @Override
    public boolean required() {
      return false;
    }

    @Override
    public void describe(ObjectNode schema) {
      schema.put("type", "integer").put("minimum", least).put("maximum", most);
      schema.put("default", usual);
    }
  }
}

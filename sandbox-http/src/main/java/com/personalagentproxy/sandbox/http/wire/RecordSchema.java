package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.http.StrictJson;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON Schema (2020-12) of a record as it is written: every field is there, those that may have
 * no value as null, and no others.
 */
public final class RecordSchema {

  private static final Map<Class<?>, String> SIMPLE =
      Map.of(
          String.class, "string",
          Instant.class, "string",
          boolean.class, "boolean",
          int.class, "integer",
          Integer.class, "integer",
          long.class, "integer",
          Long.class, "integer");

  private RecordSchema() {}

  public static ObjectNode of(Class<? extends Record> type) {
    ObjectNode schema = StrictJson.MAPPER.createObjectNode();
    object(schema, type);
    return schema;
  }

  private static void object(ObjectNode schema, Class<?> type) {
    schema.put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = schema.putArray("required");
    for (RecordComponent component : type.getRecordComponents()) {
      String name = snakeCase(component.getName());
      ObjectNode property = properties.putObject(name);
      value(property, component.getType(), component.getAnnotatedType());
      Described described = component.getAnnotation(Described.class);
      if (described != null) {
        property.put("description", described.value());
      }
      required.add(name);
    }
    schema.put("additionalProperties", false);
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  /** One that may be null has two branches: not every client reads a type that is a list. */
  private static void value(ObjectNode schema, Class<?> type, AnnotatedType annotated) {
    if (annotated.isAnnotationPresent(Nullable.class)) {
      ArrayNode branches = schema.putArray("anyOf");
      whole(branches.addObject(), type, annotated);
      branches.addObject().put("type", "null");
    } else {
      whole(schema, type, annotated);
    }
  }

  private static void whole(ObjectNode schema, Class<?> type, AnnotatedType annotated) {
    String simple = SIMPLE.get(type);
    if (simple != null) {
      schema.put("type", simple);
      if (type.equals(Instant.class)) {
        schema.put("format", "date-time");
      }
    } else if (type.equals(List.class)) {
      AnnotatedType element =
          ((AnnotatedParameterizedType) annotated).getAnnotatedActualTypeArguments()[0];
      schema.put("type", "array");
      value(schema.putObject("items"), (Class<?>) element.getType(), element);
    } else {
      object(schema, type);
    }
  }
}

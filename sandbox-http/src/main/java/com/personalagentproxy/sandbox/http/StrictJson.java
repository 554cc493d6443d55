package com.personalagentproxy.sandbox.http;

import com.personalagentproxy.sandbox.answer.Words;
import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * JSON as it is read and written here. Reading takes nothing for what it isn't: no missing, unknown
 * or repeated names, no null for a number, no text for a number or the other way round, nothing
 * after the end, nothing but UTF-8, no deep nesting. Names are written in snake_case and times in
 * ISO 8601.
 */
public final class StrictJson {

  private static final int DEEPEST = 64;

  /** Safe for use by many threads. */
  public static final JsonMapper MAPPER = mapper();

  private StrictJson() {}

  private static JsonMapper mapper() {
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();
    return JsonMapper.builder(factory)
        .annotationIntrospector(new RequiredFields())
        .enable(
            DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
            DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
            DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
            DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .withCoercionConfig(
            LogicalType.Textual,
            texts -> {
              for (CoercionInputShape shape :
                  new CoercionInputShape[] {
                    CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean
                  }) {
                texts.setCoercion(shape, CoercionAction.Fail);
              }
            })
        .build();
  }

  /**
   * Reads any JSON.
   *
   * @throws BadJsonException if it is none
   */
  public static JsonNode tree(byte[] json) {
    return read(json, JsonNode.class);
  }

  /**
   * Reads JSON into a record.
   *
   * @throws BadJsonException if it is no JSON, or not that record
   */
  public static <T> T read(byte[] json, Class<T> type) {
    String text = text(json);
    if (text.isBlank()) {
      throw new BadJsonException("The body is empty. Send one JSON value.");
    }
    try {
      T read = MAPPER.readValue(text, type);
      if (read == null) {
        throw new BadJsonException("The body is null. Send one object with the fields described.");
      }
      return RequiredFields.check(read);
    } catch (StreamConstraintsException beyond) {
      throw new BadJsonException(
          "The body is nested deeper than %s levels, or has a number or a name that is far too long. Send a simpler one."
              .formatted(DEEPEST));
    } catch (UnrecognizedPropertyException unknown) {
      throw new BadJsonException(
          "The body has a field %s, which is unknown here. Leave it out; the fields are %s."
              .formatted(
                  Words.quoted(unknown.getPropertyName()),
                  unknown.getKnownPropertyIds().stream()
                      .map(Object::toString)
                      .sorted()
                      .collect(Collectors.joining(", "))));
    } catch (InputCoercionException beyond) {
      throw new BadJsonException(
          "The body has a number%s that is out of range. Give a smaller one."
              .formatted(place(beyond)));
    } catch (NumberFormatException exponentBeyond) {
      throw new BadJsonException("The body has a number that is out of range. Give a smaller one.");
    } catch (DatabindException mismatch) {
      throw new BadJsonException(mismatch(mismatch));
    } catch (JacksonException malformed) {
      throw new BadJsonException(
          "The body is not JSON%s. Send one JSON value in UTF-8.".formatted(place(malformed)));
    }
  }

  /**
   * Reads a request's body into a record.
   *
   * @throws ProblemException if it is no JSON, not that record, too large, or not said to be JSON
   */
  public static <T> T read(Context context, Class<T> type) {
    try {
      return read(RequestBody.json(context), type);
    } catch (BadJsonException bad) {
      throw new ProblemException(ErrorKind.VALIDATION_ERROR, messageOf(bad));
    }
  }

  /** Answers a request with JSON; its status is as it was set. */
  public static void answer(Context context, Object value) {
    context.contentType("application/json").result(MAPPER.writeValueAsBytes(value));
  }

  private static String text(byte[] json) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
    } catch (CharacterCodingException notUtf8) {
      throw new BadJsonException("The body is not UTF-8. Send JSON in UTF-8.");
    }
  }

  private static String mismatch(DatabindException mismatch) {
    String path =
        mismatch.getPath().stream()
            .map(JacksonException.Reference::getPropertyName)
            .filter(name -> name != null)
            .collect(Collectors.joining("."));
    return path.isEmpty()
        ? "The body is JSON, but not of the kind that is expected here%s. Send one object with the fields described."
            .formatted(place(mismatch))
        : "%s is missing, or has a value of the wrong kind. Give one of the kind described."
            .formatted(Words.quoted(path));
  }

  private static String place(JacksonException thrown) {
    return thrown.getLocation() == null || thrown.getLocation().getLineNr() < 1
        ? ""
        : " at line %s, column %s"
            .formatted(thrown.getLocation().getLineNr(), thrown.getLocation().getColumnNr());
  }

  private static String messageOf(BadJsonException bad) {
    return bad.getMessage() == null ? "The body is not JSON." : bad.getMessage();
  }
}

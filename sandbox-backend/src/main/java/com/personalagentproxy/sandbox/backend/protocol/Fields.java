package com.personalagentproxy.sandbox.backend.protocol;

import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.machine.Generation;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The fields of a JSON object that the service sent. A field is taken for nothing that it isn't;
 * one that isn't known is passed over, since later versions may have it.
 *
 * @param what the object is, as it follows “The backend sent”
 */
record Fields(JsonNode object, String what) {

  /** How many characters of a sentence of the service's are passed on. */
  private static final int LONGEST_SENTENCE = 500;

  private static final int DEEPEST = 16;

  /** 2^53-1: the highest that all readers of JSON take for the same number. */
  private static final long HIGHEST_GENERATION = 9_007_199_254_740_991L;

  /** Safe for use by many threads. */
  static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /**
   * Reads one.
   *
   * @throws Cut if that is no JSON object
   */
  static Fields read(byte[] json, String what) throws Cut {
    JsonNode node;
    try {
      node = MAPPER.readTree(json);
    } catch (JacksonException malformed) {
      throw new Cut("The backend sent %s that is not JSON.".formatted(what));
    }
    return of(node, what);
  }

  /**
   * The fields of that value.
   *
   * @throws Cut if it is no object
   */
  static Fields of(JsonNode node, String what) throws Cut {
    if (!node.isObject()) {
      throw new Cut("The backend sent %s that is not a JSON object.".formatted(what));
    }
    return new Fields(node, what);
  }

  boolean has(String field) {
    return object.has(field);
  }

  JsonNode at(String field) {
    return object.path(field);
  }

  String text(String field) throws Cut {
    return Optional.of(at(field))
        .filter(JsonNode::isString)
        .map(JsonNode::stringValue)
        .orElseThrow(() -> wrong(field));
  }

  /** A sentence to pass on: on one line, and no longer than one is. */
  String sentence(String field) throws Cut {
    String text = text(field).strip();
    if (text.isEmpty()) {
      throw wrong(field);
    }
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .limit(LONGEST_SENTENCE + 1L)
        .map(each -> isUnprintable(each) ? ' ' : each)
        .forEach(line::appendCodePoint);
    return Text.beginning(line.toString(), LONGEST_SENTENCE);
  }

  long number(String field, long least, long most) throws Cut {
    return Optional.of(at(field))
        .filter(node -> node.isIntegralNumber() && node.canConvertToLong())
        .map(JsonNode::longValue)
        .filter(value -> value >= least && value <= most)
        .orElseThrow(() -> wrong(field));
  }

  /** A generation, as the protocol bounds them: no machine can be moved to one beyond. */
  Generation generation(String field, long least) throws Cut {
    return new Generation(number(field, least, HIGHEST_GENERATION));
  }

  /** An id as the protocol writes ids: in small letters, and no other way. */
  UUID id(String field) throws Cut {
    String text = text(field);
    return Text.id(text).filter(id -> id.toString().equals(text)).orElseThrow(() -> wrong(field));
  }

  Instant instant(String field) throws Cut {
    try {
      return Instant.parse(text(field));
    } catch (DateTimeException notInstant) {
      throw wrong(field);
    }
  }

  /** That the field isn't what it must be. What it is isn't shown: it may be output. */
  Cut wrong(String field) {
    return new Cut(
        "The backend sent %s whose %s is missing or isn't what it must be."
            .formatted(what, Words.quoted(field)));
  }

  private static boolean isUnprintable(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}

package com.personalagentproxy.sandbox.http.tool;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.http.StrictJson;
import org.jspecify.annotations.Nullable;

/**
 * What a tool answers.
 *
 * @param text for a model to read
 * @param structured of the tool's output type; absent when the call was refused
 * @param isError whether what was asked for was not done, or may not have been
 */
public record ToolResult(String text, @Nullable Record structured, boolean isError) {

  /** It was done: a sentence, and the whole in JSON after it. */
  static ToolResult done(String sentence, Record structured) {
    return new ToolResult(
        sentence + "\n\n" + StrictJson.MAPPER.writeValueAsString(structured), structured, false);
  }

  static ToolResult refused(Refusal refusal) {
    return failed(refusal.sentence());
  }

  /** Its size only: what a command printed may be secret, and must not reach a log (H1). */
  @Override
  public String toString() {
    return "ToolResult[%s characters%s]".formatted(text.length(), isError ? ", an error" : "");
  }

  /** It was not done; the sentence says why and what to do next. */
  public static ToolResult failed(String sentence) {
    return new ToolResult(sentence, null, true);
  }
}

package com.personalagentproxy.sandbox.web.documentation.refusal;

import com.personalagentproxy.sandbox.answer.Refusal;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a refusal comes about.
 *
 * @param when for the reader
 * @param unwritten its kind, if the history doesn't have it since the command it is about goes on
 * @param plays what is done in a new world; gives what the tool said
 */
record Scene(String when, Refusal.@Nullable Kind unwritten, Function<Stage, String> plays) {

  /** One that the history has. */
  Scene(String when, Function<Stage, String> plays) {
    this(when, null, plays);
  }
}

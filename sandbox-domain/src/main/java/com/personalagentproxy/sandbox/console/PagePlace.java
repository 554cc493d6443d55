package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.collection.Sandbox;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A place in a list that is ordered by time and then by id, as a caller carries it. */
record PagePlace(Instant at, UUID id) {

  /** More than any token has. */
  private static final int LONGEST_TOKEN = 100;

  private static final String NO_PLACE =
      "page is not a place in the list. Give what the last page called next, or leave it out.";

  String token() {
    return at + "_" + id;
  }

  /** The place that a caller wrote, as an adapter is asked for it; absent for the first page. */
  static <P> Answer<Optional<P>> of(@Nullable String page, Function<PagePlace, P> place) {
    if (page == null) {
      return Answer.done(Optional.empty());
    }
    return parse(page)
        .map(place)
        .<Answer<Optional<P>>>map(found -> Answer.done(Optional.of(found)))
        .orElseGet(() -> Answer.refused(new Refusal.Invalid("page", NO_PLACE)));
  }

  private static Optional<PagePlace> parse(String token) {
    int cut = token.indexOf('_');
    if (cut < 0 || token.length() > LONGEST_TOKEN) {
      return Optional.empty();
    }
    try {
      Instant at = Instant.parse(token.substring(0, cut));
      return at.isBefore(Sandbox.EARLIEST) || at.isAfter(Sandbox.LATEST)
          ? Optional.empty()
          : Text.id(token.substring(cut + 1)).map(id -> new PagePlace(at, id));
    } catch (DateTimeParseException notAPlace) {
      return Optional.empty();
    }
  }

  /** The refusal of a place that is none. */
  static <T> Answer<T> none() {
    return Answer.refused(new Refusal.Invalid("page", NO_PLACE));
  }
}

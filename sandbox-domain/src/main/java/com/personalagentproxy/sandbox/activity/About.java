package com.personalagentproxy.sandbox.activity;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.answer.Text;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a call was about, as far as it was known when its entry was written (H2). */
public sealed interface About {

  /** How many characters are kept of what a caller named. */
  int LONGEST = 200;

  /** Nothing in particular, such as for a list. */
  record Nothing() implements About {}

  /**
   * What the caller named, when nothing was found by it or nothing came of it.
   *
   * @param text its first 200 characters
   * @param connection where, if that was known
   */
  record Named(String text, @Nullable ConnectionId connection) implements About {}

  /**
   * A sandbox as it was named then. It may be gone since.
   *
   * @param id the sandbox's id
   */
  record OfSandbox(UUID id, String name, ConnectionId connection) implements About {}

  /** What the caller wrote, shortened; {@link Nothing} if it wrote nothing. */
  static About named(@Nullable String text, @Nullable ConnectionId connection) {
    return text == null ? new Nothing() : new Named(Text.beginning(text, LONGEST), connection);
  }
}

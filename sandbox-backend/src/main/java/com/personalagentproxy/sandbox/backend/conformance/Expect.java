package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.machine.BackendException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What checks expect; each throws {@link Unmet} with what came instead. */
final class Expect {

  /** A call of the backend. */
  @FunctionalInterface
  interface Call {
    void make() throws Exception;
  }

  private Expect() {}

  static void equal(String what, @Nullable Object expected, @Nullable Object came) {
    if (!Objects.equals(expected, came)) {
      throw new Unmet(what + " to be " + Shown.of(expected), Shown.of(came));
    }
  }

  static void that(boolean holds, String expected, @Nullable Object came) {
    if (!holds) {
      throw new Unmet(expected, Shown.of(came));
    }
  }

  static void between(String what, Duration least, Duration most, Duration came) {
    that(
        came.compareTo(least) >= 0 && came.compareTo(most) <= 0,
        "%s after %s to %s".formatted(what, Shown.seconds(least), Shown.seconds(most)),
        came);
  }

  static void atMost(String what, Duration most, Duration came) {
    that(came.compareTo(most) <= 0, what + " within " + Shown.seconds(most), came);
  }

  /** The call is refused with that exception. */
  static <T extends BackendException> T refused(String call, Class<T> how, Call made)
      throws Exception {
    String expected = call + " to be refused with " + how.getSimpleName();
    try {
      made.make();
    } catch (BackendException refusal) {
      if (how.isInstance(refusal)) {
        return how.cast(refusal);
      }
      throw new Unmet(expected, Shown.of(refusal), refusal);
    }
    throw new Unmet(expected, "no refusal");
  }
}

package com.personalagentproxy.sandbox.backend.protocol;

import com.personalagentproxy.sandbox.machine.BackendException;
import java.io.IOException;

/**
 * No answer came that could be understood: what was asked may have been done or not. The message is
 * a sentence. There is no cause, since its message may hold what the service sent.
 */
class Cut extends IOException {

  private static final long serialVersionUID = 1L;

  Cut(String sentence) {
    super(sentence);
  }

  String sentence() {
    return String.valueOf(getMessage());
  }

  /** The service wasn't reached at all: nothing was done. */
  static final class NotConnected extends Cut {
    private static final long serialVersionUID = 1L;

    NotConnected(String sentence) {
      super(sentence);
    }
  }

  /** The service refused the call because it came too late: nothing was done. */
  static final class TooLate extends Cut {
    private static final long serialVersionUID = 1L;

    TooLate(String sentence) {
      super(sentence);
    }
  }

  /** The service found something about the call wrong: nothing was done. */
  static final class Invalid extends Cut {
    private static final long serialVersionUID = 1L;

    private final BackendException.Failed failed;

    Invalid(BackendException.Failed failed) {
      super(String.valueOf(failed.getMessage()));
      this.failed = failed;
    }

    /** What that comes to. */
    BackendException.Failed failed() {
      return failed;
    }
  }

  /** The connection ended before any of the answer came. */
  static final class NoAnswer extends Cut {
    private static final long serialVersionUID = 1L;

    NoAnswer(String sentence) {
      super(sentence);
    }
  }
}

package com.personalagentproxy.sandbox.answer;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store couldn't be read or written: it is away, full, too slow or closed for writes. Thrown by
 * the ports that keep something. The message is a sentence for operators that names the place or
 * the statement, and never a value: values may be secret (H1).
 *
 * <p>Nothing is tried again for the caller when it isn't known what was written; who can find out
 * reads, and who can't leaves it to the sweeper (M6).
 */
public final class StorageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean nothingDone;

  private StorageException(String message, @Nullable Throwable cause, boolean nothingDone) {
    super(message, cause);
    this.nothingDone = nothingDone;
  }

  /** It is certain that nothing was written. */
  public static StorageException nothingWritten(String message, @Nullable Throwable cause) {
    return new StorageException(message, cause, true);
  }

  /** It was written or not: the answer was lost. */
  public static StorageException notKnown(String message, @Nullable Throwable cause) {
    return new StorageException(message, cause, false);
  }

  /**
   * Whether it is certain that nothing was done: by the port that threw it; or, out of a use case,
   * by the whole call.
   */
  public boolean isNothingDone() {
    return nothingDone;
  }

  /** Does what is left of a call that has done something: if that fails, not nothing was done. */
  public static <T> T afterwards(Supplier<T> rest) {
    try {
      return rest.get();
    } catch (StorageException failure) {
      throw failure.afterSomethingWasDone();
    }
  }

  /** The same failure of a call that had done something before. */
  public StorageException afterSomethingWasDone() {
    return nothingDone ? notKnown(String.valueOf(getMessage()), this) : this;
  }
}

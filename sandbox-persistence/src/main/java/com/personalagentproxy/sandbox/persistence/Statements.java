package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.answer.StorageException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/**
 * How the stores of this module come at the database. What PostgreSQL rolled back because others
 * were in the way (serialization failures and deadlocks), or had changed the tables, is done again,
 * a few times and with a pause; nothing else is, above all not what a connection broke in. What the
 * database can't do then is thrown as a {@link StorageException} that says whether anything may
 * have been written. What the statement itself is at fault for, such as a constraint that it
 * breaks, stays Jdbi's. Safe for use by many threads.
 */
public final class Statements {

  /** How often something is done at most. */
  static final int MOST_ATTEMPTS = 6;

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(4);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final Jdbi jdbi;

  /** With a {@link Database#jdbi}, or another that was {@link Database#prepared prepared}. */
  public Statements(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Work that gives nothing back. */
  @FunctionalInterface
  public interface Work {
    void on(Handle handle);
  }

  /**
   * Statements that commit each by itself. Of several all but the last must bear to be done again.
   */
  public <T> T withHandle(HandleCallback<T, RuntimeException> work) {
    return retried(() -> attempt(work));
  }

  /** Likewise, without a result. */
  public void useHandle(Work work) {
    withHandle(
        handle -> {
          work.on(handle);
          return true;
        });
  }

  /** Statements that commit together or not at all. */
  public <T> T inTransaction(HandleCallback<T, RuntimeException> work) {
    return retried(() -> attemptTogether(work));
  }

  private static <T> T retried(Supplier<T> attempt) {
    for (int attempts = 1; ; attempts++) {
      try {
        return attempt.get();
      } catch (RolledBack rolledBack) {
        if (attempts == MOST_ATTEMPTS) {
          throw StorageTrouble.of(rolledBack.failure, true);
        }
        pause(attempts);
      }
    }
  }

  /** A different time for each that was in the way of the other. */
  private static void pause(int attempt) {
    long longest =
        Math.min(
            SHORTEST_PAUSE.toNanos() << Math.min(attempt, Long.SIZE / 2), LONGEST_PAUSE.toNanos());
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(longest / 2, longest));
  }

  private <T> T attempt(HandleCallback<T, RuntimeException> work) {
    boolean[] isPartOfMore = {false};
    try {
      return jdbi.withHandle(
          handle -> {
            isPartOfMore[0] = handle.isInTransaction();
            return work.withHandle(handle);
          });
    } catch (JdbiException failure) {
      // An embedder's transaction is theirs to do again.
      throw isPartOfMore[0] ? failure : told(failure, false);
    }
  }

  private <T> T attemptTogether(HandleCallback<T, RuntimeException> work) {
    boolean[] isPartOfMore = {false};
    boolean[] isCommitting = {false};
    try {
      return jdbi.withHandle(
          handle -> {
            isPartOfMore[0] = handle.isInTransaction();
            return handle.inTransaction(
                inOne -> {
                  T result = work.withHandle(inOne);
                  isCommitting[0] = true;
                  return result;
                });
          });
    } catch (JdbiException failure) {
      throw isPartOfMore[0] ? failure : told(failure, !isCommitting[0]);
    }
  }

  private static RuntimeException told(JdbiException failure, boolean isBeforeCommit) {
    if (StorageTrouble.isRolledBackForOthers(failure)
        || (isBeforeCommit && StorageTrouble.isPreparedBefore(failure))) {
      return new RolledBack(failure);
    }
    return StorageTrouble.isIn(failure) ? StorageTrouble.of(failure, isBeforeCommit) : failure;
  }

  /** Others were in the way, or have been. */
  private static final class RolledBack extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final JdbiException failure;

    RolledBack(JdbiException failure) {
      super(null, failure, false, false);
      this.failure = failure;
    }
  }
}

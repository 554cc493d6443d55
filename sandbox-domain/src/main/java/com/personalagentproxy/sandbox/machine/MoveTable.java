package com.personalagentproxy.sandbox.machine;

/**
 * What each ask comes to in each state: the one table of moves (M1, M3, M6–M8). It says nothing of
 * leases, which are asked about first.
 */
public final class MoveTable {

  private MoveTable() {}

  /** What may be asked of a sandbox that exists. */
  public enum Ask {
    /** To make another of its name (N2). */
    MAKE,
    /** To make it again, with the idempotency key that made it (N2). */
    MAKE_AGAIN,
    /** To run a command in it. */
    RUN,
    WAKE,
    SLEEP,
    DELETE,
    /** The sweeper's: to put it to sleep, as it is idle (M8). */
    SLEEP_IDLE,
    /** The sweeper's: to settle the move under way, as it is past its deadline (M6). */
    REPAIR
  }

  /** What the ask comes to. */
  public enum Next {
    /** Claim the making once more and settle it as the backend says. */
    CLAIM_MAKE,
    /** Claim the sleep and carry it out; for a repair, settle it as the backend says. */
    CLAIM_SLEEP,
    /** Claim the wake and carry it out; for a repair, settle it as the backend says. */
    CLAIM_WAKE,
    /** Claim the delete and carry it out. */
    CLAIM_DELETE,
    /** The move asked for is under way: wait for it and share its result. */
    JOIN,
    /** Another move is under way: wait until it is settled, then ask again. */
    WAIT,
    /** It is so already. */
    ALREADY,
    /** Nothing is due: it is left as it is. */
    LEAVE,
    /** The name is taken. */
    REFUSE_TAKEN,
    /** There is no such move from here: the sandbox is being deleted. */
    REFUSE_DELETING,
    /** There is no such move from here: the machine is lost. */
    REFUSE_LOST
  }

  /** The cell of the table. */
  public static Next next(StateName state, Ask ask) {
    return switch (ask) {
      case MAKE -> make(state);
      case MAKE_AGAIN -> makeAgain(state);
      case RUN, WAKE -> wake(state);
      case SLEEP -> sleep(state);
      case DELETE -> delete(state);
      case SLEEP_IDLE -> sleepIdle(state);
      case REPAIR -> repair(state);
    };
  }

  private static Next make(StateName state) {
    return switch (state) {
      case CREATING, AWAKE, FALLING_ASLEEP, ASLEEP, WAKING -> Next.REFUSE_TAKEN;
      case DELETING -> Next.REFUSE_DELETING;
      case LOST -> Next.REFUSE_LOST;
    };
  }

  private static Next makeAgain(StateName state) {
    return switch (state) {
      case CREATING -> Next.JOIN;
      case AWAKE, FALLING_ASLEEP, ASLEEP, WAKING, LOST -> Next.ALREADY;
      case DELETING -> Next.REFUSE_DELETING;
    };
  }

  private static Next wake(StateName state) {
    return switch (state) {
      case ASLEEP -> Next.CLAIM_WAKE;
      case AWAKE -> Next.ALREADY;
      case CREATING, WAKING -> Next.JOIN;
      case FALLING_ASLEEP -> Next.WAIT;
      case DELETING -> Next.REFUSE_DELETING;
      case LOST -> Next.REFUSE_LOST;
    };
  }

  private static Next sleep(StateName state) {
    return switch (state) {
      case AWAKE -> Next.CLAIM_SLEEP;
      case ASLEEP -> Next.ALREADY;
      case FALLING_ASLEEP -> Next.JOIN;
      case CREATING, WAKING -> Next.WAIT;
      case DELETING -> Next.REFUSE_DELETING;
      case LOST -> Next.REFUSE_LOST;
    };
  }

  private static Next delete(StateName state) {
    return switch (state) {
      case CREATING, AWAKE, FALLING_ASLEEP, ASLEEP, WAKING, LOST -> Next.CLAIM_DELETE;
      case DELETING -> Next.JOIN;
    };
  }

  private static Next sleepIdle(StateName state) {
    return switch (state) {
      case AWAKE -> Next.CLAIM_SLEEP;
      case CREATING, FALLING_ASLEEP, ASLEEP, WAKING, DELETING, LOST -> Next.LEAVE;
    };
  }

  private static Next repair(StateName state) {
    return switch (state) {
      case CREATING -> Next.CLAIM_MAKE;
      case FALLING_ASLEEP -> Next.CLAIM_SLEEP;
      case WAKING -> Next.CLAIM_WAKE;
      case DELETING -> Next.CLAIM_DELETE;
      case AWAKE, ASLEEP, LOST -> Next.LEAVE;
    };
  }
}

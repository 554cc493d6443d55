package com.personalagentproxy.sandbox.machine;

/** What each ask comes to in each state: the one table of moves (M3). */
public final class MoveTable {

  private MoveTable() {}

  /** What a caller may ask of a sandbox that exists. */
  public enum Ask {
    SLEEP,
    WAKE,
    DELETE
  }

  /** What the ask comes to. */
  public enum Next {
    /** Claim the move and carry it out. */
    CLAIM,
    /** The move asked for is under way: wait for it and share its result. */
    JOIN,
    /** Another move is under way: wait until it is settled, then ask again. */
    WAIT,
    /** It is so already. */
    ALREADY,
    /** There is no such move from here: the sandbox is being deleted. */
    REFUSE_DELETING,
    /** There is no such move from here: the machine is lost. */
    REFUSE_LOST
  }

  /** The cell of the table. */
  public static Next next(StateName state, Ask ask) {
    return switch (ask) {
      case SLEEP ->
          switch (state) {
            case AWAKE -> Next.CLAIM;
            case ASLEEP -> Next.ALREADY;
            case FALLING_ASLEEP -> Next.JOIN;
            case CREATING, WAKING -> Next.WAIT;
            case DELETING -> Next.REFUSE_DELETING;
            case LOST -> Next.REFUSE_LOST;
          };
      case WAKE ->
          switch (state) {
            case ASLEEP -> Next.CLAIM;
            case AWAKE -> Next.ALREADY;
            case CREATING, WAKING -> Next.JOIN;
            case FALLING_ASLEEP -> Next.WAIT;
            case DELETING -> Next.REFUSE_DELETING;
            case LOST -> Next.REFUSE_LOST;
          };
      case DELETE ->
          switch (state) {
            case DELETING -> Next.JOIN;
            case CREATING, AWAKE, FALLING_ASLEEP, ASLEEP, WAKING, LOST -> Next.CLAIM;
          };
    };
  }
}

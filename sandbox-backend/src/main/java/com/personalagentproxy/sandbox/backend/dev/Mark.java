package com.personalagentproxy.sandbox.backend.dev;

/**
 * What marks the processes of one waking of one machine: a number that runner.sh sets as a limit on
 * file locks. From the top: 24 bits for the folder that all machines are in ({@link HomeTag}), 18
 * for the waking, 20 for the command, where 0 is the machine itself.
 */
record Mark(long machine) {

  private static final int COMMAND_BITS = 20;
  private static final int WAKING_BITS = 18;
  private static final long COMMANDS = (1L << COMMAND_BITS) - 1;
  private static final long WAKINGS = (1L << WAKING_BITS) - 1;

  /**
   * The mark of a folder's nth waking. Numbers start over when they run out, long after the first
   * have ended.
   */
  static Mark of(HomeTag home, long waking) {
    return new Mark(
        home.number() << (WAKING_BITS + COMMAND_BITS) | (waking & WAKINGS) << COMMAND_BITS);
  }

  /** The mark of one command. */
  long command(long number) {
    return machine | (1 + number % COMMANDS);
  }

  /** Whether a process with that limit belongs to the machine. */
  boolean isOn(long limit) {
    return limit >>> COMMAND_BITS == machine >>> COMMAND_BITS;
  }

  /** Whether a process with that limit belongs to any machine in the folder. */
  static boolean isOfHome(HomeTag home, long limit) {
    return limit >>> (WAKING_BITS + COMMAND_BITS) == home.number();
  }

  /** Whether a limit is none of any folder's, but a smaller one that a command may have set. */
  static boolean isNone(long limit) {
    return Long.compareUnsigned(limit, 0x800000L << (WAKING_BITS + COMMAND_BITS)) < 0;
  }
}

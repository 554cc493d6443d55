package com.personalagentproxy.sandbox.persistence.scale;

import java.util.function.Supplier;

/**
 * Something a server asks of the database, again and again with other values.
 *
 * @param name what it is, for people
 * @param most how many rows it may read, those of indexes counting too
 * @param prepared makes ready and gives the call that is looked at
 */
record Operation(String name, int most, Supplier<Runnable> prepared) {

  static Operation of(String name, int most, Runnable call) {
    return new Operation(name, most, () -> call);
  }
}

package com.personalagentproxy.sandbox.command;

/**
 * Takes a stream's bytes as they come, in order, from one thread at a time. It never blocks for
 * long and never fails.
 */
@FunctionalInterface
public interface OutputSink {

  /** Takes a copy of {@code length} bytes of the buffer from {@code offset}. */
  void accept(byte[] buffer, int offset, int length);
}

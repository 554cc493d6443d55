package com.personalagentproxy.sandbox.web.server;

/** A server that runs until it is closed. */
public interface Running extends AutoCloseable {

  /** Stops it; what is under way has a few seconds to end. */
  @Override
  void close();
}

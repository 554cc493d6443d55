package com.personalagentproxy.sandbox.http;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.eclipse.jetty.util.VirtualThreads;

/** Threads beside those of requests. */
public final class CallThreads {

  private CallThreads() {}

  /**
   * One for each piece of work: a virtual one where Java has them (21 and later), else one that is
   * kept for a while for the next.
   *
   * @param name of each
   */
  public static Executor named(String name) {
    Executor virtual = VirtualThreads.getNamedVirtualThreadsExecutor(name + "-");
    return virtual != null
        ? virtual
        : Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, name);
              thread.setDaemon(true);
              return thread;
            });
  }
}

package com.personalagentproxy.sandbox.web.server;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The server's own threads. None of them keeps the process alive. */
final class Threads {

  private Threads() {}

  /** A thread for each piece of work: virtual where this Java has them, else from a cached pool. */
  static ExecutorService forEachPiece(String name) {
    try {
      // Compiled for Java 17, which doesn't know it.
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (NoSuchMethodException olderJava) {
      return Executors.newCachedThreadPool(named(name));
    } catch (IllegalAccessException | InvocationTargetException broken) {
      throw new IllegalStateException("This Java has virtual threads and gives none.", broken);
    }
  }

  /** Makes threads of that name, numbered. */
  static ThreadFactory named(String name) {
    AtomicInteger made = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + made.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}

package com.personalagentproxy.sandbox.world;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Somebody else, who calls at the same time as the test, on a thread of its own. */
public final class Aside {

  private Aside() {}

  /** Begins the call and comes back at once. */
  public static <T> CompletableFuture<T> calls(Supplier<T> call) {
    return CompletableFuture.supplyAsync(call, Aside::onOwnThread);
  }

  private static void onOwnThread(Runnable call) {
    Thread thread = new Thread(call, "aside");
    thread.setDaemon(true);
    thread.start();
  }
}

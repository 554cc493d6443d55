package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.move.Ports;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ports like a world's, but something happens between a look at a row and the first claim on it.
 */
public final class Between {

  private Between() {}

  /** The deed is done once, just before the first claim reaches the store. */
  public static Ports lookAndClaim(Ports ports, Runnable deed) {
    AtomicBoolean done = new AtomicBoolean();
    SandboxStore store =
        (SandboxStore)
            Proxy.newProxyInstance(
                Between.class.getClassLoader(),
                new Class<?>[] {SandboxStore.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("claim") && done.compareAndSet(false, true)) {
                    deed.run();
                  }
                  try {
                    return method.invoke(ports.store(), arguments);
                  } catch (InvocationTargetException thrown) {
                    throw thrown.getCause();
                  }
                });
    return new Ports(
        store,
        ports.backend(),
        ports.connections(),
        ports.experiments(),
        ports.tasks(),
        ports.activity(),
        ports.surroundings(),
        ports.timing());
  }
}

package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/** A backend that can be taken away and comes back, as a server is started without it and with. */
public final class AbsentBackend {

  private final AtomicBoolean there = new AtomicBoolean(true);

  /** Takes it away. */
  public void goes() {
    there.set(false);
  }

  /** Brings it back. */
  public void comesBack() {
    there.set(true);
  }

  /** The backend, as the port sees it. */
  public MachineBackend of(MachineBackend real) {
    return (MachineBackend)
        Proxy.newProxyInstance(
            AbsentBackend.class.getClassLoader(),
            new Class<?>[] {MachineBackend.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("isThere")) {
                return there.get();
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}

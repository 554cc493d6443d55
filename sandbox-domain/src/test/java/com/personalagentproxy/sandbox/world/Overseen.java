package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.move.Ports;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;

/** Ports like a world's, whose store a test oversees. */
@FunctionalInterface
public interface Overseen {

  /**
   * Sees a call of the store before it is done, and may answer or fail it.
   *
   * @return what answers it; empty to let the store do so
   */
  Optional<Object> sees(String method, List<Object> arguments);

  /** The ports with such a store. */
  static Ports store(Ports ports, Overseen overseer) {
    SandboxStore store =
        (SandboxStore)
            Proxy.newProxyInstance(
                Overseen.class.getClassLoader(),
                new Class<?>[] {SandboxStore.class},
                (proxy, method, arguments) -> {
                  Optional<Object> answer =
                      overseer.sees(
                          method.getName(), arguments == null ? List.of() : List.of(arguments));
                  if (answer.isPresent()) {
                    return answer.get();
                  }
                  try {
                    return method.invoke(ports.store(), arguments);
                  } catch (InvocationTargetException thrown) {
                    throw thrown.getCause();
                  }
                });
    return Altered.store(ports, store);
  }

  /** The ports with a store in which that call fails for that sandbox, each time. */
  static Ports failing(Ports ports, String call, SandboxId sandbox, Throwable failure) {
    return store(
        ports,
        (method, arguments) -> {
          if (method.equals(call) && arguments.get(0).equals(sandbox)) {
            if (failure instanceof Error error) {
              throw error;
            }
            throw (RuntimeException) failure;
          }
          return Optional.empty();
        });
  }
}

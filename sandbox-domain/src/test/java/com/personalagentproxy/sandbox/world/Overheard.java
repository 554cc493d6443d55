package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.access.Connections;
import com.personalagentproxy.sandbox.access.Experiments;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.life.Chronicle;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.task.Tasks;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Ports like a world's, that tell what was asked of them, such as {@code store.claim}. Safe for use
 * by many threads.
 */
public final class Overheard {

  /** What changes nothing, wherever it is asked. */
  private static final Set<String> LOOKS =
      Set.of(
          "store.find",
          "store.named",
          "store.page",
          "backend.isThere",
          "connections.reachedBy",
          "connections.seenBy",
          "connections.settings",
          "experiments.sandboxesOn",
          "tasks.find",
          "tasks.findAll",
          "tasks.lineage",
          "tasks.page",
          "tasks.finishedSince",
          "connections.find",
          "chronicle.of",
          "chronicle.since",
          "chronicle.numberAt",
          "chronicle.now",
          "chronicle.usedSince",
          "chronicle.heldBy",
          "activity.find",
          "activity.commandOf",
          "activity.page",
          // Every call is written down, also one that changes nothing (H1).
          "activity.write");

  private final List<String> calls = new ArrayList<>();
  private final Ports ports;

  public Overheard(Ports world) {
    ports =
        new Ports(
                overheard("store", SandboxStore.class, world.store()),
                overheard("backend", MachineBackend.class, world.backend()),
                overheard("connections", Connections.class, world.connections()),
                overheard("experiments", Experiments.class, world.experiments()),
                overheard("tasks", Tasks.class, world.tasks()),
                overheard("activity", Activity.class, world.activity()),
                world.surroundings(),
                world.timing())
            .chronicle(overheard("chronicle", Chronicle.class, world.chronicle()));
  }

  public Ports ports() {
    return ports;
  }

  /** Forgets what was asked until now. */
  public synchronized void forget() {
    calls.clear();
  }

  /** All that was asked. */
  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  /** What was asked that may have changed something, or that the backend was bothered with. */
  public List<String> deeds() {
    return calls().stream().filter(call -> !LOOKS.contains(call)).toList();
  }

  private synchronized void hear(String call) {
    calls.add(call);
  }

  private <T> T overheard(String name, Class<T> port, T real) {
    return port.cast(
        Proxy.newProxyInstance(
            Overheard.class.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              hear(name + "." + method.getName());
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }
}

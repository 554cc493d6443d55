package com.personalagentproxy.sandbox.simulation;

import com.personalagentproxy.sandbox.access.Connections;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What lies between a server and its ports: each call is a step of the scheduler, and may be lost,
 * late, or the last that its server made.
 */
final class Network {

  private static final List<Fault> OF_STORES =
      List.of(
          Fault.LOST_BEFORE,
          Fault.LOST_AFTER,
          Fault.LATE,
          Fault.LATE_ANSWER,
          Fault.KILLED_BEFORE,
          Fault.KILLED_AFTER);
  private static final List<Fault> OF_BACKENDS =
      List.of(
          Fault.LOST_BEFORE,
          Fault.LOST_AFTER,
          Fault.LATE,
          Fault.LATE_ANSWER,
          Fault.KILLED_BEFORE,
          Fault.KILLED_AFTER,
          Fault.STRAY,
          Fault.FAILED);

  private final Scheduler scheduler;
  private final Chance chance;
  private final Judge judge;
  private final Story story;
  private final int faultOnceIn;
  private final Signal sweeps = new Signal();
  private boolean faultsAreOver;

  /** A store didn't answer. */
  static final class Away extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Away(String what) {
      super(what, null, false, false);
    }
  }

  Network(Scheduler scheduler, Chance chance, Judge judge, Story story) {
    this.scheduler = scheduler;
    this.chance = chance;
    this.judge = judge;
    this.story = story;
    this.faultOnceIn = chance.pick(List.of(0, 25, 60, 150));
  }

  /** Whether anything may go wrong in this simulation. */
  boolean isFaulty() {
    return faultOnceIn > 0 && !faultsAreOver;
  }

  /** From now on nothing goes wrong any more. */
  void faultsEnd() {
    faultsAreOver = true;
  }

  /** The port as a server reaches it. */
  <T> T port(Class<T> type, T real, SimulatedServer server) {
    Object port =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call(type, real, server, method, arguments));
    return type.cast(port);
  }

  private @Nullable Object call(
      Class<?> type,
      Object real,
      SimulatedServer server,
      Method method,
      Object @Nullable [] arguments)
      throws Throwable {
    if (arguments == null) {
      return invoke(real, method, null);
    }
    scheduler.step();
    boolean isBackend = type == MachineBackend.class;
    Fault fault =
        !isFaulty() || !chance.oneIn(faultOnceIn)
            ? Fault.NONE
            : chance.pick(isBackend ? OF_BACKENDS : OF_STORES);
    if (fault != Fault.NONE) {
      judge.faultIn(scheduler.actor().call);
    }
    story.tell(
        scheduler.now(),
        scheduler.actor(),
        () ->
            type.getSimpleName()
                + "."
                + method.getName()
                + told(arguments)
                + (fault == Fault.NONE ? "" : "  !! " + fault));
    if (isBackend && arguments.length == 2 && arguments[1] instanceof Generation generation) {
      judge.moves.asks(
          scheduler.actor().call, (MachineId) arguments[0], generation, method.getName());
    }
    if (isBackend && method.getName().equals("run")) {
      judge.commands.asksToRun(scheduler.actor().call, (Command) arguments[2]);
    }
    switch (fault) {
      case LOST_BEFORE -> throw away(isBackend, method);
      case LATE -> comesLate();
      case KILLED_BEFORE -> throw kill(server);
      case FAILED -> throw new BackendException.Failed("The backend failed at it.", null);
      case STRAY -> {
        scheduler.start(
            "a stray " + method.getName(),
            null,
            () -> {
              comesLate();
              arriveAstray(real, method, arguments);
            });
        throw away(true, method);
      }
      case NONE, LOST_AFTER, LATE_ANSWER, KILLED_AFTER -> {}
    }
    Object result = deed(type, real, method, arguments);
    switch (fault) {
      case LOST_AFTER -> throw away(isBackend, method);
      case LATE_ANSWER -> comesLate();
      case KILLED_AFTER -> throw kill(server);
      case NONE -> {
        if (chance.oneIn(3)) {
          scheduler.step();
        }
      }
      case LOST_BEFORE, LATE, KILLED_BEFORE, STRAY, FAILED -> {}
    }
    return result;
  }

  private @Nullable Object deed(Class<?> type, Object real, Method method, Object[] arguments)
      throws Throwable {
    try {
      Object result = invoke(real, method, arguments);
      if (type != Connections.class) {
        // Settings are kept in maps whose order differs from one run to the next.
        story.tell(scheduler.now(), scheduler.actor(), () -> "    -> " + result);
      }
      judge.did(scheduler.actor().call, type, method.getName(), result);
      return result;
    } catch (BackendException refused) {
      story.tell(
          scheduler.now(),
          scheduler.actor(),
          () -> "    -> " + refused.getClass().getSimpleName() + ": " + refused.getMessage());
      throw refused;
    }
  }

  private void arriveAstray(Object real, Method method, Object[] arguments) {
    try {
      story.tell(
          scheduler.now(),
          scheduler.actor(),
          () -> "arrives: " + method.getName() + told(arguments));
      invoke(real, method, arguments);
    } catch (BackendException refused) {
      story.tell(scheduler.now(), scheduler.actor(), () -> "    -> " + refused.getMessage());
    } catch (RuntimeException | Error broken) {
      throw broken;
    } catch (Throwable checked) {
      throw new IllegalStateException(checked);
    }
  }

  private static @Nullable Object invoke(Object real, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause() == null ? thrown : thrown.getCause();
    }
  }

  /** After a while; often just when somebody sweeps up what was given up for lost. */
  private void comesLate() {
    scheduler.sleep(chance.between(Fault.SHORTEST_DELAY, Fault.LONGEST_DELAY));
    if (chance.oneIn(2)) {
      scheduler.await(sweeps, Fault.LONGEST_DELAY);
    }
  }

  /** Somebody begins to sweep. */
  void sweeps() {
    scheduler.raise(sweeps);
  }

  /** The arguments, but for those that say nothing to a reader. */
  private static String told(Object[] arguments) {
    return Arrays.stream(arguments)
        .filter(each -> !(each instanceof OutputSink))
        .map(String::valueOf)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static RuntimeException away(boolean isBackend, Method method) {
    String what = "No answer came to " + method.getName() + ".";
    return isBackend ? new BackendException.Unreachable(what, null) : new Away(what);
  }

  private Error kill(SimulatedServer server) {
    server.kill();
    return new Life.Killed();
  }
}

package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A way to a store that writes down what is asked, and is cut when it is told so. */
public final class WatchedStore {

  /** A claim that was won. */
  public record Claim(Move move, Generation generation) {}

  private final SandboxStore store;
  private final List<String> calls = new ArrayList<>();
  private final List<Claim> claims = new ArrayList<>();
  private final Set<String> cut = new HashSet<>();
  private final Set<String> losing = new HashSet<>();
  private final Set<String> away = new HashSet<>();

  public WatchedStore(SandboxStore store) {
    this.store = store;
  }

  /** The way to it. */
  public SandboxStore store() {
    return (SandboxStore)
        Proxy.newProxyInstance(
            WatchedStore.class.getClassLoader(),
            new Class<?>[] {SandboxStore.class},
            (proxy, method, arguments) -> ask(method, arguments));
  }

  /** The names of the calls that came, in order. */
  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  /** The claims that were won, in order. */
  public synchronized List<Claim> claims() {
    return List.copyOf(claims);
  }

  /** The next call of that name never reaches the store. */
  public synchronized void cutNext(String call) {
    cut.add(call);
  }

  /** The next call of that name is done, and its answer is lost. */
  public synchronized void loseNextAnswerOf(String call) {
    losing.add(call);
  }

  /** The next call of that name is told that the store is away, and nothing was written. */
  public synchronized void awayAtNext(String call) {
    away.add(call);
  }

  private @Nullable Object ask(Method method, Object[] arguments) throws Throwable {
    arrive(method.getName());
    try {
      Object answer = method.invoke(store, arguments);
      switch (method.getName()) {
        case "claim" -> ((Optional<?>) answer).ifPresent(this::won);
        case "claimIdle" -> ((List<?>) answer).forEach(this::won);
        default -> {}
      }
      leave(method.getName());
      return answer;
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private synchronized void arrive(String call) {
    calls.add(call);
    if (away.remove(call)) {
      throw StorageException.nothingWritten("The store was away at " + call + ".", null);
    }
    if (cut.remove(call)) {
      throw new IllegalStateException("The way to the store was cut at " + call + ".");
    }
  }

  private synchronized void leave(String call) {
    if (losing.remove(call)) {
      throw StorageException.notKnown("The answer of " + call + " was lost.", null);
    }
  }

  private synchronized void won(Object claimed) {
    Sandbox row = (Sandbox) claimed;
    claims.add(new Claim(((MachineState.OnTheWay) row.state()).move(), row.generation()));
  }
}

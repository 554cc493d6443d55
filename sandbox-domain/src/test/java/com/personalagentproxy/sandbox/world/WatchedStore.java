package com.personalagentproxy.sandbox.world;

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

  private @Nullable Object ask(Method method, Object[] arguments) throws Throwable {
    arrive(method.getName());
    try {
      Object answer = method.invoke(store, arguments);
      if (method.getName().equals("claim") && answer instanceof Optional<?> won) {
        won.ifPresent(row -> won((Sandbox) row));
      }
      return answer;
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private synchronized void arrive(String call) {
    calls.add(call);
    if (cut.remove(call)) {
      throw new IllegalStateException("The way to the store was cut at " + call + ".");
    }
  }

  private synchronized void won(Sandbox row) {
    claims.add(new Claim(((MachineState.OnTheWay) row.state()).move(), row.generation()));
  }
}

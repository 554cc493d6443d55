package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Machines in which each command prints what a test says, when it says so, until it is ended. */
public final class Talkative {

  private static final String END = "\0end";

  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final BlockingQueue<Boolean> begun = new LinkedBlockingQueue<>();
  private final BlockingQueue<Boolean> heard = new LinkedBlockingQueue<>();

  /** The machines, as the port sees them. */
  public MachineBackend of(MachineBackend real) {
    return (MachineBackend)
        Proxy.newProxyInstance(
            Talkative.class.getClassLoader(),
            new Class<?>[] {MachineBackend.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("run")) {
                return talk((OutputSink) arguments[3], (OutputSink) arguments[4]);
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  /** Comes back once one more command has begun. */
  public void awaitBegun() throws InterruptedException {
    if (begun.poll(30, TimeUnit.SECONDS) == null) {
      throw new AssertionError("No command has begun.");
    }
  }

  /**
   * Has the command print that, and comes back once it has. A text that begins with “!” is an
   * error.
   */
  public void says(String text) throws InterruptedException {
    said.add(text);
    if (heard.poll(30, TimeUnit.SECONDS) == null) {
      throw new AssertionError("No command runs that would print.");
    }
  }

  /** Lets the command end with the exit code 0. */
  public void ends() throws InterruptedException {
    says(END);
  }

  private Outcome talk(OutputSink stdout, OutputSink stderr) throws InterruptedException {
    begun.add(true);
    for (String text = said.take(); !text.equals(END); text = said.take()) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      (text.startsWith("!") ? stderr : stdout).accept(bytes, 0, bytes.length);
      heard.add(true);
    }
    heard.add(true);
    return new Outcome.Exited(0);
  }
}

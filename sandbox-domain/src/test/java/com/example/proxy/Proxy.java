package com.example.proxy;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.activity.Clearing;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.move.Census;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Surroundings;
import com.personalagentproxy.sandbox.move.Sweeper;
import com.personalagentproxy.sandbox.move.Timing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A proxy that offers sandboxes to its agents. */
public final class Proxy implements AutoCloseable {

  final Sandboxes sandboxes;
  final Console console;
  final Sweeper sweeper;

  // As many threads as there is work at once; on Java 21 and later, virtual ones.
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
  private final List<Future<?>> rounds;

  Proxy(MachineBackend machines, Function<UUID, String> names) {
    ProxyActivity activity = new ProxyActivity();
    Ports ports =
        new Ports(
            new ProxySandboxes(activity),
            machines,
            new ProxyConnections(names),
            organization -> true,
            new ProxyTasks(),
            activity,
            Surroundings.of(background, InstantSource.system()),
            Timing.USUAL);
    sandboxes = new Sandboxes(ports);
    console = new Console(ports);
    sweeper = new Sweeper(ports);
    Census census = new Census(ports);
    Clearing history = new Clearing(activity, Duration.ofDays(90));
    rounds =
        List.of(
            timer.scheduleWithFixedDelay(round(sweeper::sweep), 10, 10, TimeUnit.SECONDS),
            timer.scheduleWithFixedDelay(round(census::take), 5, 5, TimeUnit.MINUTES),
            timer.scheduleWithFixedDelay(
                round(() -> history.clear(ports.now())), 1, 1, TimeUnit.MINUTES));
  }

  /** A timer never calls again what threw; what is due is still due in the next round. */
  private static Runnable round(Runnable work) {
    return () -> {
      try {
        work.run();
      } catch (RuntimeException failure) {
        System.getLogger("sandboxes").log(System.Logger.Level.WARNING, "A round failed.", failure);
      }
    };
  }

  @Override
  public void close() {
    rounds.forEach(round -> round.cancel(false));
    timer.shutdown();
    background.shutdown();
  }

  /** What an agent is told of the command it ran. */
  String run(Caller caller, String sandbox, String command) {
    Answer<CommandResult> answer =
        sandboxes.run(caller, new CommandRequest(sandbox, command, null, null, null));
    if (answer instanceof Answer.Refused<CommandResult> refused) {
      return refused.refusal().sentence();
    }
    CommandResult result = answer.orElseThrow();
    return result.stdout().text().strip() + (result.woke() ? " (it was asleep)" : "");
  }

  /** Ada's two agents want the same sandbox, and Ada puts it to sleep between. */
  public static void main(String[] args) {
    OrganizationId engines = new OrganizationId(UUID.randomUUID());
    Person ada = new Person(new MemberId(UUID.randomUUID()), "Ada", engines, Person.Role.OWNER);
    Map<UUID, String> names =
        Map.of(engines.value(), "Analytical Engines", ada.member().value(), ada.name());
    Agent laptop = new Agent(new AgentId(UUID.randomUUID()), "Ada's laptop", ada.member(), engines);
    Agent phone = new Agent(new AgentId(UUID.randomUUID()), "Ada's phone", ada.member(), engines);

    try (Proxy proxy = new Proxy(new ProxyMachines("proxy"), names::get)) {
      String task =
          proxy.sandboxes.startTask(laptop, "Fix the flaky test", null).orElseThrow().id();
      Caller fixing = new Caller(laptop, "some client", task);
      Caller other = new Caller(phone, "another client", null);

      SandboxView build =
          proxy.sandboxes.create(fixing, new CreateRequest("build", null, null)).orElseThrow();
      System.out.println(build.name() + " is " + build.state().word() + ".");

      System.out.println(proxy.run(fixing, "build", "make test"));
      System.out.println(proxy.run(other, "build", "make clean"));

      SandboxView slept = proxy.console.sleep(ada, build.id().toString()).orElseThrow();
      System.out.println(slept.reason());
      System.out.println(proxy.run(fixing, "build", "make test"));

      System.out.println("Due: " + proxy.sweeper.sweep() + ".");
    }
  }
}

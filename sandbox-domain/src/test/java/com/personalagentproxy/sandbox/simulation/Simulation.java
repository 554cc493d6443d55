package com.personalagentproxy.sandbox.simulation;

import static com.personalagentproxy.sandbox.simulation.Judge.must;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.TaskView;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.ListQuery;
import com.personalagentproxy.sandbox.collection.Listing;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One world from its beginning to its end, all of it decided by one seed. */
final class Simulation {

  private static final Duration ROUND = Duration.ofMinutes(6);
  private static final int ROUNDS = 9;

  final Chance chance;
  final Scheduler scheduler;
  final Story story;
  final Installation installation;
  final Judge judge;
  final Verdicts verdicts;
  final List<SimulatedServer> servers = new ArrayList<>();
  private final Witness witness;
  private final Network network;
  private final Map<String, Agent> tasks = new LinkedHashMap<>();
  private int words;
  private int playing;
  private final Signal allPlayed = new Signal();

  Simulation(long seed, Workers workers, boolean isTold) {
    chance = new Chance(seed);
    story = new Story(isTold);
    scheduler = new Scheduler(chance, workers, this::look);
    installation = new Installation(scheduler, chance, story);
    witness = new Witness(installation);
    judge = new Judge(installation, witness);
    installation.machines.judgedBy(judge);
    verdicts = new Verdicts(installation, judge);
    network = new Network(scheduler, chance, judge, story);
    List<SimulatedThreads> threads = new ArrayList<>();
    int count = 1 + chance.below(3);
    for (int at = 1; at <= count; at++) {
      servers.add(
          new SimulatedServer(
              "server " + at,
              installation,
              network,
              new SimulatedThreads(scheduler, chance, threads),
              chance));
    }
  }

  /** Plays it; throws what is wrong. */
  void play() throws Throwable {
    scheduler.play("the end", this::conduct);
  }

  long steps() {
    return scheduler.steps();
  }

  private void look() {
    witness.look();
  }

  private void conduct() {
    List<Agent> agents = List.of(installation.laptop, installation.phone, installation.bobs);
    int calls = 3 + chance.below(6);
    for (Agent agent : agents.subList(0, 2 + chance.below(2))) {
      plays(agent.name(), new SimulatedAgent(this, agent, calls));
      if (chance.oneIn(3)) {
        plays(agent.name() + " too", new SimulatedAgent(this, agent, calls));
      }
    }
    if (chance.oneIn(2)) {
      plays("Ada", new SimulatedPerson(this, installation.ada, 1 + chance.below(3)));
    }
    if (network.isFaulty() && chance.oneIn(2)) {
      scheduler.start("the weather", null, new Weather(this)::play);
    }
    for (SimulatedServer server : servers) {
      scheduler.start("sweeper", null, () -> sweepNowAndThen(server));
    }
    while (playing > 0) {
      scheduler.await(allPlayed, Duration.ofHours(10));
    }
    settle();
    checkTheEnd();
  }

  private void plays(String name, Client client) {
    playing++;
    scheduler.start(
        name,
        null,
        () -> {
          client.play();
          if (--playing == 0) {
            scheduler.raise(allPlayed);
          }
        });
  }

  private void sweepNowAndThen(SimulatedServer server) {
    while (true) {
      scheduler.sleep(chance.between(Duration.ofSeconds(5), Duration.ofMinutes(8)));
      if (server.isUp()) {
        sweep(server);
      }
    }
  }

  private void sweep(SimulatedServer server) {
    boolean takesCensus = chance.oneIn(2);
    Client client =
        new Client(this) {
          @Override
          void play() {
            ask(
                new Call(Call.Kind.SWEEP, server, null, "", ""),
                () -> {
                  network.sweeps();
                  server.sweeper.sweep();
                  if (takesCensus) {
                    server.census.take();
                  }
                  return true;
                });
          }
        };
    client.play();
  }

  /** Nothing goes wrong any more, and time passes. */
  private void settle() {
    network.faultsEnd();
    servers.forEach(SimulatedServer::start);
    installation.machines.findAll();
    for (int round = 0; round < ROUNDS; round++) {
      scheduler.sleep(ROUND);
      sweep(servers.get(round % servers.size()));
    }
  }

  private void checkTheEnd() {
    for (Sandbox row : installation.store.all()) {
      StateName state = row.state().name();
      must(
          state == StateName.ASLEEP
              || (state == StateName.LOST && installation.machines.wasEverLost(row.id().machine())),
          "Sandbox %s is %s (%s) in the end (M6, M8).",
          row.id(),
          state,
          row.reason());
      must(
          row.running().stream().noneMatch(command -> command.counts(installation.now())),
          "A command still counts as running in sandbox %s in the end (L6).",
          row.id());
    }
    for (Entry entry : installation.activity.all()) {
      must(
          !(entry.verdict() instanceof Verdict.Running),
          "%s of %s is written down as running in the end (H1).",
          entry.deed(),
          entry.about());
    }
    for (MachineId machine : installation.machines.all()) {
      must(
          installation.store.find(new SandboxId(machine.value())).isPresent(),
          "Machine %s is nobody's in the end (M12).",
          machine);
    }
    for (Sandbox row : installation.store.all()) {
      worksAgain(row);
    }
  }

  /** Whatever happened to it, it can be used again by whoever comes. */
  private void worksAgain(Sandbox row) {
    if (row.state().is(StateName.LOST)) {
      return;
    }
    SimulatedMachines.Machine machine = installation.machines.machine(row.id().machine());
    if (machine == null) {
      throw new Violation("Sandbox " + row.id() + " has no machine in the end.");
    }
    judge.readsDisk(row.id().machine(), machine);
    Agent agent =
        witness
                .bearers(
                    new Call(
                        Call.Kind.GET, servers.get(0), installation.bobs, row.id().toString(), ""))
                .isEmpty()
            ? installation.phone
            : installation.bobs;
    Client client =
        new Client(Simulation.this) {
          @Override
          void play() {
            Call start = call(Call.Kind.START_TASK, agent, "");
            TaskView task =
                ask(start, () -> start.server.sandboxes.startTask(agent, "The last", null))
                    .orElseThrow()
                    .orElseThrow();
            Call run = call(Call.Kind.RUN, agent, row.id().toString());
            run.task =
                new com.personalagentproxy.sandbox.task.TaskId(
                    java.util.UUID.fromString(task.id()));
            Answer<CommandResult> answer =
                ask(
                        run,
                        () ->
                            run.server.sandboxes.run(
                                new Caller(agent, "the last", task.id()),
                                new CommandRequest(run.reference, run.word, null, null, null)))
                    .orElseThrow();
            must(
                answer instanceof Answer.Done<CommandResult> done
                    && (done.value().outcome() instanceof Outcome.Exited
                        || done.value().outcome() instanceof Outcome.TimedOut),
                "Sandbox %s is of no use in the end: %s",
                row.id(),
                answer);
          }
        };
    client.play();
  }

  /** Whether anything may still go wrong. */
  boolean mayGoWrong() {
    return network.isFaulty();
  }

  String nextWord() {
    return "word" + ++words;
  }

  /** What the agent would see now. */
  List<SandboxView> seenBy(Agent agent) {
    Listing listing = new Listing(installation.store, installation.tasks, Duration.ofMinutes(30));
    List<Connection> reached = installation.connections.reachedBy(agent);
    return listing.page(reached, new ListQuery(null, null, null), installation.now()).sandboxes();
  }

  void started(Agent agent, TaskView task) {
    tasks.put(task.id(), agent);
  }

  /** A task that was started, by the agent or by anybody; absent if there is none. */
  @Nullable String someTask(@Nullable Agent agent) {
    List<String> all =
        tasks.entrySet().stream()
            .filter(task -> agent == null || task.getValue().equals(agent))
            .map(Map.Entry::getKey)
            .toList();
    return all.isEmpty() ? null : chance.pick(all);
  }

  boolean isTaskOf(Agent agent, String task) {
    return agent.equals(tasks.get(task));
  }
}

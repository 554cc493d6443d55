package com.personalagentproxy.sandbox.backend.conformance;

import static com.personalagentproxy.sandbox.backend.conformance.Broken.passing;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** Backends that break a rule of machines' lives. */
final class BrokenMoves {

  static final List<Broken> ALL =
      List.of(
          passing("forgets generations", "fence.late-wake", "no refusal", Forgetful::new),
          passing("tells another generation", "fence.tells-what-it-saw", "3", TellsAnother::new),
          passing("hangs when waking", "life.sleep-and-wake", "it is stuck in", Hanging::new),
          passing("only sleeps when deleting", "life.delete", "ASLEEP", KeepsDeleted::new),
          passing("makes anew what is there", "life.make-wakes", "Exited[code=1]", MakesAnew::new),
          passing(
              "wakes for commands", "asleep.refuses-commands", "no refusal", WakesForCommands::new),
          passing(
              "only seems to sleep",
              "processes.gone-after-sleep",
              "a sign of life",
              SeemsToSleep::new),
          passing(
              "loses modes", "kept.modes", "700 d\\n700 d/script", before("chmod -R u=rwX,go= ~")),
          passing(
              "loses the last writes", "kept.last-write", "Exited[code=1]", before("rm -f ~/end")),
          passing("touches files", "kept.times", "Exited[code=1]", before("touch ~/old")),
          passing(
              "follows links",
              "kept.symbolic-links",
              "“d\\nnowhere",
              before("cp -rL ~/link ~/c; rm ~/link; mv ~/c ~/link")));

  private BrokenMoves() {}

  private static Function<MachineBackend, MachineBackend> before(String line) {
    return backend ->
        new Passing(backend) {
          @Override
          public void sleep(MachineId machine, Generation generation) {
            runAside(machine, generation, line);
            to.sleep(machine, generation);
          }
        };
  }

  private static final class Forgetful extends Passing {

    private final Map<MachineId, Long> highest = new ConcurrentHashMap<>();

    Forgetful(MachineBackend to) {
      super(to);
    }

    @Override
    public void make(MachineId machine, Generation generation) {
      to.make(machine, raised(machine, generation));
    }

    @Override
    public void wake(MachineId machine, Generation generation) {
      to.wake(machine, raised(machine, generation));
    }

    private Generation raised(MachineId machine, Generation generation) {
      return new Generation(highest.merge(machine, generation.number(), Math::max));
    }
  }

  private static final class TellsAnother extends Passing {

    TellsAnother(MachineBackend to) {
      super(to);
    }

    @Override
    public void wake(MachineId machine, Generation generation) {
      try {
        to.wake(machine, generation);
      } catch (BackendException.StaleGeneration stale) {
        throw new BackendException.StaleGeneration(machine, generation, generation);
      }
    }
  }

  private static final class Hanging extends Passing {

    Hanging(MachineBackend to) {
      super(to);
    }

    @Override
    public void wake(MachineId machine, Generation generation) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException given) {
        throw new BackendException.Unreachable("It was given up.", given);
      }
    }
  }

  private static final class KeepsDeleted extends Passing {

    KeepsDeleted(MachineBackend to) {
      super(to);
    }

    @Override
    public void delete(MachineId machine, Generation generation) {
      // The suite's own last delete.
      if (generation.number() > 1000) {
        to.delete(machine, generation);
      } else {
        to.sleep(machine, generation);
      }
    }
  }

  private static final class MakesAnew extends Passing {

    MakesAnew(MachineBackend to) {
      super(to);
    }

    @Override
    public void make(MachineId machine, Generation generation) {
      to.delete(machine, generation);
      to.make(machine, generation);
    }
  }

  private static final class WakesForCommands extends Passing {

    WakesForCommands(MachineBackend to) {
      super(to);
    }

    @Override
    public Outcome run(
        MachineId machine,
        Generation generation,
        Command command,
        OutputSink stdout,
        OutputSink stderr) {
      to.wake(machine, generation);
      return to.run(machine, generation, command, stdout, stderr);
    }
  }

  private static final class SeemsToSleep extends Passing {

    private final Set<MachineId> asleep = ConcurrentHashMap.newKeySet();

    SeemsToSleep(MachineBackend to) {
      super(to);
    }

    @Override
    public void sleep(MachineId machine, Generation generation) {
      to.wake(machine, generation);
      asleep.add(machine);
    }

    @Override
    public void wake(MachineId machine, Generation generation) {
      to.wake(machine, generation);
      asleep.remove(machine);
    }

    @Override
    public Condition inspect(MachineId machine) {
      return asleep.contains(machine) ? Condition.ASLEEP : to.inspect(machine);
    }
  }
}

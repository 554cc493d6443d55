package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Commands that run in a world's machines until they are told to end; any others end at once. */
public final class LongCommands {

  /** One of them. */
  public record Running(Gate end, CompletableFuture<Answer<CommandResult>> answer) {

    /** Lets it end, and gives its result. */
    public CommandResult ends() {
      end.open();
      return answer.join().orElseThrow();
    }

    /** Its result, once something else has ended it. */
    public CommandResult isEnded() {
      return answer.join().orElseThrow();
    }
  }

  private final World world;
  private final Map<String, Gate> gates = new ConcurrentHashMap<>();

  public LongCommands(World world) {
    this.world = world;
    world.machines.runs(
        (machine, command) -> {
          Optional.ofNullable(gates.get(command.line())).ifPresent(Gate::pass);
          return Ran.printing("done");
        });
  }

  /** Runs one, and comes back while it runs. */
  public Running run(Caller caller, String sandbox) {
    return run(caller, sandbox, 60);
  }

  /** Likewise, with another time limit in seconds. */
  public Running run(Caller caller, String sandbox, long timeout) {
    Gate end = new Gate();
    String line = "make number " + gates.size();
    gates.put(line, end);
    Running running =
        new Running(
            end,
            Aside.calls(
                () ->
                    world.sandboxes.run(
                        caller, new CommandRequest(sandbox, line, null, null, timeout))));
    end.awaitReached();
    return running;
  }
}

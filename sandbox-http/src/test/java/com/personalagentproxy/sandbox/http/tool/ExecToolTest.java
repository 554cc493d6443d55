package com.personalagentproxy.sandbox.http.tool;

import static com.personalagentproxy.sandbox.http.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.http.Served;
import com.personalagentproxy.sandbox.http.wire.CommandJson;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ExecToolTest {

  private static final String TOOK = "(0\\.\\d|\\d+) s";

  private final Served served = new Served();
  private final World world = served.world;
  private final Caller own = World.own(world.laptop);

  @BeforeEach
  void make() {
    world.make(own, "build");
  }

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void handsTheCommandOnAsItWasGiven() {
    AtomicReference<@Nullable Command> seen = new AtomicReference<>();
    world.machines.runs(
        (machine, command) -> {
          seen.set(command);
          return Ran.printing("");
        });

    served.call(
        "sandbox_exec",
        "{\"sandbox\":\"build\",\"command\":\"cat > a\",\"stdin\":\"ü\\n\",\"cwd\":\"src\",\"timeout\":5}");

    assertThat(seen.get()).isEqualTo(new Command("cat > a", "ü\n", "src", Duration.ofSeconds(5)));
  }

  @Test
  void answersAllThatIsKnownOfTheCommand() {
    world.machines.runs((machine, command) -> new Ran("out\n", "err\n", new Outcome.Exited(1)));

    JsonNode result = exec();
    JsonNode structured = result.get("structuredContent");

    assertThat(result.get("isError").booleanValue()).isFalse();
    assertThat(structured.get("outcome").stringValue()).isEqualTo("exited");
    assertThat(structured.get("exit_code").intValue()).isEqualTo(1);
    assertThat(structured.get("signal").isNull()).isTrue();
    assertThat(structured.get("timed_out").booleanValue()).isFalse();
    assertThat(structured.get("note").isNull()).isTrue();
    assertThat(structured.get("stdout").stringValue()).isEqualTo("out\n");
    assertThat(structured.get("stderr").stringValue()).isEqualTo("err\n");
    assertThat(structured.get("stdout_left_out").intValue()).isZero();
    assertThat(structured.get("stderr_left_out").intValue()).isZero();
    assertThat(structured.get("duration_ms").isIntegralNumber()).isTrue();
    assertThat(structured.get("woke").booleanValue()).isFalse();
    assertThat(structured.get("wake_ms").isNull()).isTrue();
    assertThat(structured.get("took_lease").booleanValue()).isTrue();
    assertThat(structured.get("sandbox").stringValue()).isEqualTo("build");
    assertThat(structured.get("sandbox_id").stringValue())
        .isEqualTo(world.sandboxes.get(own, "build").orElseThrow().id().toString());
    assertThat(structured.get("task").stringValue()).hasSize(36);
  }

  @Test
  void startsItsTextWithTheOutputThenStandardErrorThenHowItEnded() {
    world.machines.runs((machine, command) -> new Ran("out\n", "err", new Outcome.Exited(1)));

    assertThat(text(exec()))
        .matches(
            "out\n\\[stderr]\nerr\n\\[exit code 1 after "
                + TOOK
                + "]\n"
                + "\\[The sandbox is your task's now, until the task is finished or left for twenty minutes\\.]");
    assertThat(text(exec())).matches("out\n\\[stderr]\nerr\n\\[exit code 1 after " + TOOK + "]");
  }

  @Test
  void saysThatItPrintedNothing() {
    exec();

    assertThat(text(exec())).matches("\\[exit code 0 after " + TOOK + "; it printed nothing]");
  }

  @Test
  void saysHowMuchOfTheOutputWasLeftOut() {
    world.machines.runs((machine, command) -> Ran.printing("x".repeat(50_000)));

    JsonNode result = exec();

    assertThat(result.get("structuredContent").get("stdout_left_out").intValue()).isEqualTo(20_000);
    assertThat(text(result)).contains("[20,000 bytes left out here.");
  }

  @Test
  void saysThatItsTimeWasUp() {
    world.machines.runs((machine, command) -> new Ran("half", "", new Outcome.TimedOut()));

    JsonNode result = exec();

    assertThat(text(result))
        .startsWith(
            "half\n[timed out after 60 s; all its processes were ended. Run long things with nohup … > log 2>&1 & and look at the log later.]");
    assertThat(result.get("isError").booleanValue()).isFalse();
    assertThat(result.get("structuredContent").get("timed_out").booleanValue()).isTrue();
    assertThat(result.get("structuredContent").get("exit_code").isNull()).isTrue();
  }

  @Test
  void namesTheSignalThatEndedIt() {
    world.machines.runs((machine, command) -> Ran.ending(new Outcome.Signalled("KILL")));

    JsonNode result = exec();

    assertThat(text(result)).startsWith("[ended by the signal KILL after ");
    assertThat(result.get("structuredContent").get("signal").stringValue()).isEqualTo("KILL");
    assertThat(result.get("isError").booleanValue()).isFalse();
  }

  @Test
  void saysThatItWokeTheSandbox() {
    exec();
    world.sandboxes.sleep(own, "build").orElseThrow();

    JsonNode result = exec();

    assertThat(text(result))
        .containsPattern(
            "\n\\[The sandbox was asleep and woke in "
                + TOOK
                + ": its files were kept, processes that ran before have ended\\.]$");
    assertThat(result.get("structuredContent").get("woke").booleanValue()).isTrue();
    assertThat(result.get("structuredContent").get("wake_ms").isIntegralNumber()).isTrue();
  }

  @Test
  void doesNotPassOffACutAsASuccess() {
    world.machines.runs(
        (machine, command) -> new Ran("half", "", new Outcome.Lost("The host went away.")));

    JsonNode result = exec();

    assertThat(result.get("isError").booleanValue()).isTrue();
    assertThat(text(result))
        .startsWith(
            "half\n[It is not known whether the command finished: The host went away. Look at what it was to change before you run it again.]");
    assertThat(result.get("structuredContent").get("outcome").stringValue()).isEqualTo("lost");
    assertThat(result.get("structuredContent").get("note").stringValue())
        .isEqualTo("The host went away.");
    assertThat(result.get("structuredContent").get("exit_code").isNull()).isTrue();
  }

  @Test
  void saysWhyItCouldNotStart() {
    world.machines.runs(
        (machine, command) -> Ran.ending(new Outcome.CouldNotStart("There is no shell.")));

    JsonNode result = exec();

    assertThat(result.get("isError").booleanValue()).isTrue();
    assertThat(text(result)).startsWith("[not run, it could not be started: There is no shell.]");
    assertThat(result.get("structuredContent").get("outcome").stringValue())
        .isEqualTo("could_not_start");
  }

  @Test
  void refusesAFolderThatIsNotThere() {
    world.machines.runs((machine, command) -> Ran.ending(new Outcome.NoSuchFolder("src")));

    JsonNode result = exec();

    assertThat(result.get("isError").booleanValue()).isTrue();
    assertThat(text(result))
        .contains(
            "[not run: there is no folder “src”. Make it with mkdir -p first, or give another cwd.]");
  }

  @Test
  void answersTheSameCallWithTheSameExecIdAsBeforeAndRunsNothing() {
    world.machines.runs((machine, command) -> Ran.printing("deployed\n"));
    String call = "{\"sandbox\":\"build\",\"command\":\"deploy\",\"exec_id\":\"deploy 7\"}";
    JsonNode first = served.call("sandbox_exec", call);

    assertThat(served.call("sandbox_exec", call)).isEqualTo(first);

    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(1);
    assertThat(text(served.call("sandbox_exec", call.replace("\"deploy\"", "\"undeploy\""))))
        .isEqualTo(
            "exec_id was used before in sandbox “build”, with another command, stdin, cwd or timeout. Give a new one, or none.");
  }

  /** agent-sandbox 895 and Daytona 4302: commands with secrets in traces and logs (H1). */
  @Test
  void theAnswerSaysNothingSecretWhenItIsPutIntoAMessage() {
    world.machines.runs((machine, command) -> Ran.printing("hunter2"));
    CommandResult result = world.run(own, "build", "login").orElseThrow();

    assertThat(CommandJson.of(result).toString()).doesNotContain("hunter2");
    assertThat(new ToolResult("hunter2", CommandJson.of(result), false).toString())
        .doesNotContain("hunter2");
  }

  @Test
  void saysWhereAnUnforeseenFailureIsWrittenDown() {
    world.machines.runs(
        (machine, command) -> {
          throw new IllegalStateException("secret");
        });

    JsonNode result = exec();

    assertThat(result.get("isError").booleanValue()).isTrue();
    assertThat(text(result))
        .startsWith(
            "Something went wrong inside the server, so it is not known whether this was done.")
        .containsPattern("request [0-9a-f-]{36}\\.$")
        .doesNotContain("secret");
  }

  private JsonNode exec() {
    return served.call("sandbox_exec", "{\"sandbox\":\"build\",\"command\":\"make\"}");
  }
}

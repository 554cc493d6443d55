package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.own;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Output;
import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * H1: what is run, read and printed may be secret. So nothing that bears it says it when it is put
 * into a message, a log line or a trace: agent-sandbox 895 and Daytona 4302 found commands with
 * secrets, and tokens, in traces and logs.
 */
class SecretsTest {

  private static final String SECRET = "hunter2";

  @Lesson("agent-sandbox 895, Daytona 4302")
  @Test
  void whatBearsACommandOrItsOutputSaysOnlyHowMuchItIs() {
    assertThat(new Command("login " + SECRET, SECRET, SECRET, Duration.ofSeconds(60)))
        .hasToString("Command[line of 13 characters, stdin of 7, PT1M]");
    assertThat(new CommandRequest("build", "login " + SECRET, SECRET, SECRET, 60L, SECRET))
        .hasToString("CommandRequest[build, command of 13 characters, stdin of 7]");
    assertThat(new Output(SECRET, 9, SECRET))
        .hasToString("Output[14 characters, 9 bytes left out]");
    assertThat(AskedCommand.of("login " + SECRET, null))
        .hasToString("AskedCommand[line of 13 characters, no exec_id]");
  }

  @Test
  void neitherDoesAnAnswerOrAnEntryOfTheHistory() {
    World world = new World();
    world.make(own(world.laptop), "build");
    world.machines.runs((machine, command) -> Ran.printing(SECRET));
    CommandRequest request =
        new CommandRequest("build", "login " + SECRET, SECRET, null, null, "once");

    assertThat(world.sandboxes.run(own(world.laptop), request).toString()).doesNotContain(SECRET);
    assertThat(world.activity.all().toString()).doesNotContain(SECRET);
  }
}

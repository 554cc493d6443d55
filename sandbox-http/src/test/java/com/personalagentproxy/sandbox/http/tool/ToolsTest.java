package com.personalagentproxy.sandbox.http.tool;

import static com.personalagentproxy.sandbox.http.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.http.Served;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ToolsTest {

  private final Served served = new Served();
  private final World world = served.world;
  private final Caller own = World.own(world.laptop);

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void startsATaskAndASubTaskAndFinishesThem() {
    JsonNode task = done("tasks_start", "{\"title\":\" Fix the flaky test \"}");
    String id = task.get("id").stringValue();
    JsonNode below = done("tasks_start", "{\"title\":\"Look\",\"parent\":\"%s\"}".formatted(id));
    JsonNode finished = done("tasks_finish", "{\"task\":\"%s\"}".formatted(id));

    assertThat(task.get("title").stringValue()).isEqualTo("Fix the flaky test");
    assertThat(task.get("parent").isNull()).isTrue();
    assertThat(task.get("state").stringValue()).isEqualTo("under_way");
    assertThat(task.get("started_at").stringValue()).isEqualTo("2026-03-01T09:00:00Z");
    assertThat(below.get("parent").stringValue()).isEqualTo(id);
    assertThat(finished.get("state").stringValue()).isEqualTo("finished");
  }

  @Test
  void refusesToFinishWhatIsNoTaskOfTheAgents() {
    Caller phones = world.start(world.phone, "Other");

    assertThat(refused("tasks_finish", "{\"task\":\"%s\"}".formatted(phones.task())))
        .startsWith("You have no task");
  }

  @Test
  void makesASandboxAndMakesNoSecondOneForTheSameKey() {
    JsonNode made =
        done(
            "sandboxes_create",
            "{\"name\":\"build\",\"connection\":\"Sandboxes of Ada\",\"idempotency_key\":\"k\"}");
    JsonNode again = done("sandboxes_create", "{\"name\":\"build\",\"idempotency_key\":\"k\"}");

    assertThat(made.get("state").stringValue()).isEqualTo("awake");
    assertThat(made.get("connection").get("name").stringValue()).isEqualTo("Sandboxes of Ada");
    assertThat(made.get("made_by").stringValue()).isEqualTo("agent Ada's laptop");
    assertThat(made.get("sleeps_at").stringValue()).isEqualTo("2026-03-01T09:30:00Z");
    assertThat(again.get("id")).isEqualTo(made.get("id"));
  }

  @Test
  void saysHowToUseTheOneThatHasTheName() {
    world.make(own, "build");

    assertThat(refused("sandboxes_create", "{\"name\":\"BUILD\"}"))
        .isEqualTo(
            "A sandbox named “build” exists already. Run commands in it with sandbox_exec, or make one with another name.");
  }

  @Test
  void saysThatTheBackendFailed() {
    world.machines.failNext(Verb.MAKE);

    assertThat(refused("sandboxes_create", "{\"name\":\"build\"}"))
        .isEqualTo(
            "Sandbox “build” could not be made: The backend was told to fail. Its name is free again. Try again later.");
  }

  @Test
  void listsPagesOfSandboxes() {
    for (int each = 0; each < 51; each++) {
      world.clock.advance(Duration.ofSeconds(1));
      world.make(own, "box " + each);
    }

    JsonNode first = served.call("sandboxes_list", "{}");
    String next = first.get("structuredContent").get("next").stringValue();
    JsonNode rest = done("sandboxes_list", "{\"page\":\"%s\"}".formatted(next));

    assertThat(text(first))
        .startsWith("50 sandboxes. There are more: ask again with page set to next.\n\n{");
    assertThat(rest.get("sandboxes").size()).isEqualTo(1);
    assertThat(rest.get("sandboxes").get(0).get("name").stringValue()).isEqualTo("box 0");
    assertThat(rest.get("next").isNull()).isTrue();
  }

  @Test
  void listsByStateAndName() {
    world.make(own, "build");
    world.make(own, "docs");
    done("sandboxes_sleep", "{\"sandbox\":\"docs\"}");

    assertThat(done("sandboxes_list", "{\"state\":\"asleep\"}").get("sandboxes").size()).isOne();
    assertThat(done("sandboxes_list", "{\"search\":\"UIL\"}").get("sandboxes").size()).isOne();
    assertThat(text(served.call("sandboxes_list", "{\"search\":\"nothing\"}")))
        .startsWith("There are no sandboxes to show. Make one with sandboxes_create.");
  }

  @Test
  void showsWhichTaskIsUsingASandbox() {
    world.make(own, "build");
    Caller fix = world.start(world.laptop, "Fix the flaky test");
    world.run(fix, "build", "make").orElseThrow();

    JsonNode user = done("sandboxes_get", "{\"sandbox\":\"build\"}").get("user");

    assertThat(user.get("task").stringValue()).isEqualTo(fix.task());
    assertThat(user.get("title").stringValue()).isEqualTo("Fix the flaky test");
    assertThat(user.get("agent").stringValue()).isEqualTo("Ada's laptop");
  }

  @Test
  void saysWhereToLookForASandboxThatIsNotThere() {
    assertThat(refused("sandboxes_get", "{\"sandbox\":\"nowhere\"}"))
        .isEqualTo(
            "There is no sandbox “nowhere”. See which there are with sandboxes_list, or make one with sandboxes_create.");
  }

  @Test
  void putsToSleepAndWakes() {
    world.make(own, "build");

    JsonNode asleep = served.call("sandboxes_sleep", "{\"sandbox\":\"build\"}");
    JsonNode awake = served.call("sandboxes_wake", "{\"sandbox\":\"build\"}");

    assertThat(text(asleep))
        .startsWith("Sandbox “build” is asleep. Its files are kept; its processes have ended.");
    assertThat(asleep.get("structuredContent").get("reason").stringValue())
        .isEqualTo("It was put to sleep by agent Ada's laptop.");
    assertThat(text(awake)).startsWith("Sandbox “build” is awake.");
  }

  @Test
  void refusesWhatAnotherTaskIsUsingAndNamesIt() {
    world.make(own, "build");
    world.run(world.start(world.phone, "Fix the flaky test"), "build", "make").orElseThrow();
    world.clock.advance(Duration.ofMinutes(3));
    String sentence =
        "Sandbox “build” is being used by the task “Fix the flaky test” (agent Ada's phone), which last worked in it 3 minutes ago."
            + " Wait until that task is finished or has been left for twenty minutes, use another sandbox, or make one with sandboxes_create.";

    assertThat(refused("sandbox_exec", "{\"sandbox\":\"build\",\"command\":\"ls\"}"))
        .isEqualTo(sentence);
    assertThat(refused("sandboxes_sleep", "{\"sandbox\":\"build\"}")).isEqualTo(sentence);
  }

  @Test
  void deletesWhereThatIsSwitchedOn() {
    world.make(own, "build");
    assertThat(refused("sandboxes_delete", "{\"sandbox\":\"build\"}"))
        .startsWith("Deleting sandboxes is off for agents on the connection “Sandboxes of Ada”.");

    world.connections.set(world.ownConnection(own).id(), Action.DELETE, true);
    JsonNode deleted = served.call("sandboxes_delete", "{\"sandbox\":\"build\"}");

    assertThat(text(deleted))
        .startsWith("Sandbox “build” is deleted, with all its files. Its name is free again.");
    assertThat(deleted.get("structuredContent").get("name").stringValue()).isEqualTo("build");
    assertThat(refused("sandboxes_get", "{\"sandbox\":\"build\"}")).startsWith("There is no");
  }

  @Test
  void saysWhySandboxesAreNotOffered() {
    world.experiments.turnOff(world.organization);

    assertThat(refused("sandboxes_wake", "{\"sandbox\":\"build\"}"))
        .startsWith("Sandboxes are not offered here, since your organization has the experiment");
  }

  private JsonNode done(String tool, String arguments) {
    JsonNode result = served.call(tool, arguments);
    assertThat(result.get("isError").booleanValue()).as(text(result)).isFalse();
    assertThat(text(result)).endsWith(result.get("structuredContent").toString());
    return result.get("structuredContent");
  }

  private String refused(String tool, String arguments) {
    JsonNode result = served.call(tool, arguments);
    assertThat(result.get("isError").booleanValue()).as(text(result)).isTrue();
    assertThat(result.has("structuredContent")).isFalse();
    return text(result);
  }
}

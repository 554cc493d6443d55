package com.personalagentproxy.sandbox.web.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.web.configuration.Variables;
import com.personalagentproxy.sandbox.world.World;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the pages say, compared with what the program does. */
class DocumentationTest {

  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)#]+)(#[^)]*)?\\)");

  @Test
  void everyLinkLeadsToAPageThatIsThere() {
    for (Path page : Pages.all()) {
      Matcher links = LINK.matcher(Pages.text(page));
      while (links.find()) {
        String target = links.group(1);
        if (!target.contains("://")) {
          assertThat(Files.exists(page.resolveSibling(target)))
              .as("the link to %s in %s", target, page.getFileName())
              .isTrue();
        }
      }
    }
  }

  @Test
  void everySettingIsListedAsItIsDeclared() {
    String table =
        Variables.ALL.stream()
            .map(
                each ->
                    "| `%s` | %s | %s | %s |"
                        .formatted(each.name(), each.kind(), each.usual(), each.sentence()))
            .collect(
                Collectors.joining(
                    "\n",
                    "| variable | kind | if not set | what it does |\n| --- | --- | --- | --- |\n",
                    "\n"));
    assertThat(Pages.docs("operators.md")).contains(table);
  }

  @Test
  void thePageOfMovesIsTheProgramsTable() {
    assertThat(Pages.docs("moves.md"))
        .as(
            "docs/moves.md is not what the table of moves says. It should read:\n%s",
            MovesPage.text())
        .isEqualTo(MovesPage.text());
  }

  @Test
  void thePictureOfMovesHasTheArrowsOfTheProgramsTable() {
    assertThat(Pages.docs("concepts.md")).contains(MovesPage.picture());
    Set<String> drawn =
        Pattern.compile("data-move=\"([a-z_ ]+)\"")
            .matcher(Pages.docs("pictures/states.svg"))
            .results()
            .map(arrow -> arrow.group(1))
            .collect(Collectors.toSet());
    assertThat(drawn).isEqualTo(MovesPage.arrows());
  }

  @Test
  void everyRefusalThatIsQuotedIsAsTheProgramSaysIt() {
    String page = Pages.docs("agents.md");
    World world = new World();
    for (Refusal refusal :
        List.of(
            new Refusal.InUse("build", "Fix the flaky test", "Ada's laptop", Duration.ofMinutes(3)),
            new Refusal.CommandRunning("build"),
            new Refusal.NameTaken("build", "an id"),
            new Refusal.TaskFinished("Fix the flaky test"),
            new Refusal.StillMoving("build", StateName.FALLING_ASLEEP.word()),
            refused(world.sandboxes.get(World.own(world.laptop), "build")),
            deletingIsOff(world),
            execIdIsTaken(world))) {
      assertThat(page).contains("*" + refusal.sentence() + "*");
    }
  }

  private static Refusal deletingIsOff(World world) {
    world.make(World.own(world.laptop), "build");
    return refused(world.sandboxes.delete(World.own(world.laptop), "build"));
  }

  private static Refusal execIdIsTaken(World world) {
    Caller caller = World.own(world.laptop);
    world
        .sandboxes
        .run(caller, new CommandRequest("build", "make", null, null, null, "once"))
        .orElseThrow();
    return refused(
        world.sandboxes.run(
            caller, new CommandRequest("build", "make test", null, null, null, "once")));
  }

  private static Refusal refused(Answer<?> answer) {
    return World.refusal(answer);
  }
}

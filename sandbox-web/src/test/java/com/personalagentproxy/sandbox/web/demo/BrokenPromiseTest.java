package com.personalagentproxy.sandbox.web.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A server that breaks one promise, at each step, makes the story end red. */
@Tag("once")
final class BrokenPromiseTest {

  /** One for all: what a telling leaves behind there fails its test. */
  private static final StoryServer server = new StoryServer(true);

  private static final TamperingProxy proxy = new TamperingProxy(server.endpoint());

  private final List<String> told = new ArrayList<>();

  @AfterAll
  static void stop() {
    proxy.close();
    server.close();
  }

  private DemoResult tell() {
    return new Demo(
            proxy.endpoint(), StoryServer.TOKEN, "", server.person(), List.of(), told::add, false)
        .run();
  }

  private String all() {
    return String.join("\n", told);
  }

  /**
   * A promise that is broken.
   *
   * @param step the number of the step that is to fail
   * @param missed what the story is to say it expected
   */
  private record Promise(
      int step, String missed, Predicate<JsonNode> requests, Consumer<ObjectNode> result) {
    @Override
    public String toString() {
      return step + ": " + missed;
    }
  }

  private static Predicate<JsonNode> method(String method) {
    return request -> request.path("method").stringValue("").equals(method);
  }

  private static Predicate<JsonNode> tool(String tool) {
    return request -> request.path("params").path("name").stringValue("").equals(tool);
  }

  private static Predicate<JsonNode> command(String start) {
    return tool("sandbox_exec")
        .and(request -> request.at("/params/arguments/command").stringValue("").startsWith(start));
  }

  private static Consumer<ObjectNode> field(String name, String value) {
    return result -> ((ObjectNode) result.path("structuredContent")).put(name, value);
  }

  private static Consumer<ObjectNode> field(String name, boolean value) {
    return result -> ((ObjectNode) result.path("structuredContent")).put(name, value);
  }

  private static Consumer<ObjectNode> text(String text) {
    return result -> result.putArray("content").addObject().put("type", "text").put("text", text);
  }

  private static void pretendDone(ObjectNode result) {
    result.put("isError", false);
  }

  private static void pretendRefused(ObjectNode result) {
    result.put("isError", true);
  }

  static Stream<Promise> promises() {
    return Stream.of(
        new Promise(
            1,
            "the instructions say that a sandbox keeps files",
            method("initialize"),
            result -> result.put("instructions", "Welcome.")),
        new Promise(
            1,
            "there are all nine tools",
            method("tools/list"),
            result -> result.withArray("tools").remove(0)),
        new Promise(1, "it is awake", tool("sandboxes_create"), field("state", "creating")),
        new Promise(
            2, "the log has the commit", command("git log"), field("stdout", "Demo agent: \n")),
        new Promise(
            2, "the command exits with 0", command("git init"), result -> exit(result, 128)),
        new Promise(
            3,
            "what is read is what was written",
            command("cat greeting.txt"),
            field("stdout", "Gr??e aus der Sandbox")),
        new Promise(4, "it is asleep", tool("sandboxes_sleep"), field("state", "awake")),
        new Promise(4, "the file is there", command("cat before-sleep.txt"), field("stdout", "")),
        new Promise(
            4, "the result says that it woke", command("cat before-sleep"), field("woke", false)),
        new Promise(
            4,
            "the text says that it woke and that processes had ended",
            command("cat before-sleep"),
            text("kept\n[exit code 0]")),
        new Promise(
            4,
            "what was started in the background runs",
            command("if [ -d /proc"),
            field("stdout", "none\n")),
        new Promise(5, "it ran out of time", command("echo started"), field("timed_out", false)),
        new Promise(
            5, "what it printed until then is kept", command("echo started"), field("stdout", "")),
        new Promise(
            5,
            "the child that ignores TERM had begun its work, and does no more of it",
            command("wc -c < beats"),
            field("stdout", "7\n9\n")),
        new Promise(
            6,
            "the second task is refused",
            command("rm whose.txt"),
            BrokenPromiseTest::pretendDone),
        new Promise(
            6,
            "the refusal names the task and its agent",
            command("rm whose.txt"),
            text("The sandbox is being used. Try again later.")),
        new Promise(
            6,
            "sandbox_exec is carried out",
            command("cat whose.txt"),
            BrokenPromiseTest::pretendRefused),
        new Promise(
            6, "the sub-task did not take", command("cat whose.txt"), field("took_lease", true)),
        new Promise(7, "the task is finished", tool("tasks_finish"), field("state", "under_way")),
        new Promise(
            7,
            "the second task took the sandbox",
            command("cat left.txt"),
            field("took_lease", false)),
        new Promise(
            8, "deleting is refused", tool("sandboxes_delete"), BrokenPromiseTest::pretendDone),
        new Promise(
            8, "the refusal says that deleting is off", tool("sandboxes_delete"), text("No.")),
        new Promise(
            8,
            "its name is gone from the list",
            tool("sandboxes_list"),
            result ->
                ((ObjectNode) result.path("structuredContent")).putArray("sandboxes").add("it")));
  }

  private static void exit(ObjectNode result, int code) {
    ((ObjectNode) result.path("structuredContent")).put("exit_code", code);
  }

  @ParameterizedTest
  @MethodSource("promises")
  void makesItsStepFailInWordsAndLeavesNothingBehind(Promise promise) {
    proxy.tamper(promise.requests(), promise.result());

    DemoResult result = tell();

    assertThat(result.exitCode()).as(all()).isOne();
    assertThat(result.failed()).as(all()).isOne();
    assertThat(result.held()).as(all()).isEqualTo(promise.step() == 1 ? 0 : 7);
    assertThat(stepWithTheFirst("✗ expected that " + promise.missed()))
        .as(all())
        .startsWith(promise.step() + ". ");
    assertThat(server.sandboxes()).isEmpty();
    assertThat(server.mayDelete()).isFalse();
  }

  private String stepWithTheFirst(String words) {
    String heading = "";
    for (String line : told) {
      heading = line.matches("\\d\\. .*") ? line : heading;
      if (line.contains(words)) {
        return heading;
      }
    }
    return "no step says: " + words;
  }
}

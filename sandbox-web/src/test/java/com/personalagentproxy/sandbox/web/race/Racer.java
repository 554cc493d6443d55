package com.personalagentproxy.sandbox.web.race;

import com.personalagentproxy.sandbox.web.race.RaceBook.Asked;
import com.personalagentproxy.sandbox.web.race.RaceBook.Root;
import com.personalagentproxy.sandbox.web.race.RaceClient.Answer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;

/** One agent: task after task takes a sandbox, works in it, and leaves it to the others. */
final class Racer {

  private static final String IN_USE = "is being used by";

  /** Others delete sandboxes and make them again. */
  private static final List<String> EXPECTED =
      List.of("There is no sandbox", "exists already", "is being deleted");

  private static final List<String> NOT_KNOWN =
      List.of("not known", "isn't known", "Look", "Try again", "try again");

  private final RaceClient client;
  private final RaceBook book;
  private final List<String> sandboxes;
  private final String connection;
  private final Random random;

  Racer(RaceClient client, RaceBook book, List<String> sandboxes, String connection, long seed) {
    this.client = client;
    this.book = book;
    this.sandboxes = sandboxes;
    this.connection = connection;
    this.random = new Random(seed);
  }

  void raceWhile(BooleanSupplier goesOn) throws InterruptedException {
    while (goesOn.getAsBoolean()) {
      Optional<Root> root = start(Map.of("title", "a task of many")).map(Root::of);
      if (root.isPresent()) {
        book.started();
        work(root.get());
        finish(root.get());
      }
    }
  }

  private Optional<String> start(Map<String, ?> arguments) throws InterruptedException {
    return heard(client.call("tasks_start", arguments)) instanceof Answer.Done done
        ? Optional.of(done.content().path("id").stringValue(""))
        : Optional.empty();
  }

  private void work(Root root) throws InterruptedException {
    String sandbox = sandboxes.get(random.nextInt(sandboxes.size()));
    if (!run(root, root.id(), sandbox)) {
      return;
    }
    for (int more = random.nextInt(4); more > 0; more--) {
      run(root, root.id(), sandbox);
    }
    if (random.nextInt(4) == 0) {
      Optional<String> sub = start(Map.of("title", "a part", "parent", root.id()));
      if (sub.isPresent()) {
        run(root, sub.get(), sandbox);
      }
    }
    if (random.nextInt(8) == 0) {
      heard(client.call("sandboxes_sleep", Map.of("sandbox", sandbox, "task", root.id())));
    } else if (random.nextInt(25) == 0) {
      heard(client.call("sandboxes_delete", Map.of("sandbox", sandbox, "task", root.id())));
      make(sandbox, root);
    }
  }

  /** Whether it came to a result. */
  private boolean run(Root root, String task, String sandbox) throws InterruptedException {
    Asked command = book.asks(root);
    Answer answer =
        heard(
            client.call(
                "sandbox_exec",
                Map.<String, Object>of(
                    "sandbox", sandbox, "task", task, "command", command.word(), "timeout", 1)));
    if (!(answer instanceof Answer.Done done)) {
      return false;
    }
    String printed = done.content().path("stdout").stringValue("");
    if (!printed.equals(command.word())) {
      book.surprised(command.word() + " printed " + printed);
    }
    book.answered(command);
    return true;
  }

  private void make(String sandbox, Root root) throws InterruptedException {
    heard(
        client.call(
            "sandboxes_create",
            Map.of("name", sandbox, "connection", connection, "task", root.id())));
  }

  /** Until it is heard that it is: others wait for what it has. */
  private void finish(Root root) throws InterruptedException {
    root.finishing().set(System.nanoTime());
    while (!(heard(client.call("tasks_finish", Map.of("task", root.id())))
        instanceof Answer.Done)) {
      Thread.onSpinWait();
    }
  }

  private Answer heard(Answer answer) {
    if (answer instanceof Answer.NotKnown) {
      book.notKnown();
    } else if (answer instanceof Answer.Said said) {
      if (said.text().contains(IN_USE)) {
        book.refused();
      } else if (NOT_KNOWN.stream().anyMatch(said.text()::contains)) {
        book.notKnown();
      } else if (EXPECTED.stream().noneMatch(said.text()::contains)) {
        book.surprised(said.text());
      }
    }
    return answer;
  }
}

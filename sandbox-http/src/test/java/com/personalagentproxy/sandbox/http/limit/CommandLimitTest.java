package com.personalagentproxy.sandbox.http.limit;

import static com.personalagentproxy.sandbox.http.limit.LimitedServer.RIGHT;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.http.Served;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Commands that are more than may run at once. */
class CommandLimitTest {

  private final LimitedServer limited = new LimitedServer();

  @AfterEach
  void stop() {
    limited.close();
  }

  @Test
  void aCommandMoreThanMayRunAtOnceIsToldToWaitAndNotRun() throws Exception {
    limited
        .world
        .sandboxes
        .create(
            new Caller(limited.world.laptop, "test", null, null),
            new CreateRequest("build", null, null))
        .orElseThrow();
    CountDownLatch runs = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    AtomicInteger ran = new AtomicInteger();
    limited.world.machines.runs(
        (machine, command) -> {
          ran.incrementAndGet();
          runs.countDown();
          await(mayEnd);
          return InMemoryMachines.Ran.printing("done");
        });
    String exec =
        "{\"name\":\"sandbox_exec\",\"arguments\":{\"sandbox\":\"build\",\"command\":\"make\"}}";
    CompletableFuture<HttpResponse<String>> first =
        limited.client.sendAsync(
            limited.calling(RIGHT, "tools/call", exec).build(), BodyHandlers.ofString());
    runs.await();

    JsonNode second =
        Served.json(limited.send(limited.calling(RIGHT, "tools/call", exec))).get("result");

    assertThat(second.get("isError").booleanValue()).isTrue();
    assertThat(Served.text(second))
        .startsWith(
            "Too many commands run at once: 1 of one agent's and 10 of one organization's may")
        .endsWith("This one was not run. Wait until one of them has ended, then try again.");
    Entry entry = limited.world.activity.all().get(limited.world.activity.all().size() - 1);
    assertThat(entry.deed()).isEqualTo(Deed.EXEC);
    assertThat(entry.about()).isEqualTo(new About.Named("build", null));
    assertThat(entry.command()).isEqualTo(new AskedCommand("make", null));
    assertThat(entry.verdict())
        .isEqualTo(new Verdict.Refused(Refusal.Kind.TOO_MANY, Served.text(second)));
    mayEnd.countDown();
    assertThat(first.join().statusCode()).isEqualTo(200);
    assertThat(limited.send(limited.calling(RIGHT, "tools/call", exec)).body()).contains("done");
    assertThat(ran).hasValue(2);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}

package com.personalagentproxy.sandbox.http.api;

import static com.personalagentproxy.sandbox.http.api.ServedApi.ADA;
import static com.personalagentproxy.sandbox.http.api.ServedApi.LAPTOP;
import static com.personalagentproxy.sandbox.http.api.ServedApi.error;
import static com.personalagentproxy.sandbox.http.api.ServedApi.message;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.CallThreads;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A command's place among those that run at once: people's take one too, and each gives it back.
 */
@Timeout(60)
class CommandPlacesTest {

  private static final String TRUE = "{\"command\":\"true\"}";

  private final CountDownLatch mayEnd = new CountDownLatch(1);

  private static String exec(ServedApi api) {
    return "/api/sandboxes/" + api.make("build").id() + "/exec";
  }

  private static HttpResponse<String> streamed(ServedApi api, String token, String exec) {
    return api.send(
        api.to(token, exec)
            .header("Content-Type", "application/json")
            .header("Accept", "application/x-ndjson")
            .POST(BodyPublishers.ofString(TRUE)));
  }

  private InMemoryMachines.Ran runs() {
    try {
      mayEnd.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    return InMemoryMachines.Ran.printing("done");
  }

  @ParameterizedTest
  @ValueSource(strings = {LAPTOP, ADA})
  void whereThereIsOnePlaceAPersonWaitsLikeAnAgent(String first) throws Exception {
    try (ServedApi api = new ServedApi(null, 1, CallThreads.named("exec"))) {
      String exec = exec(api);
      CountDownLatch runs = new CountDownLatch(1);
      api.world.machines.runs(
          (machine, command) -> {
            runs.countDown();
            return runs();
          });
      CompletableFuture<HttpResponse<String>> running =
          CompletableFuture.supplyAsync(() -> api.call(first, "POST", exec, TRUE));
      runs.await();

      HttpResponse<String> persons = api.call(ADA, "POST", exec, TRUE);

      assertThat(error(persons)).isEqualTo("429 too_many_requests");
      assertThat(message(persons)).contains("and 1 of all together on this server");
      assertThat(persons.headers().firstValue("Retry-After")).isPresent();
      assertThat(error(streamed(api, ADA, exec))).isEqualTo("429 too_many_requests");
      mayEnd.countDown();
      assertThat(running.get().statusCode()).isEqualTo(200);
      assertThat(api.call(ADA, "POST", exec, TRUE).statusCode()).isEqualTo(200);
      assertThat(api.commands.size()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {LAPTOP, ADA})
  void oneForWhichThereIsNoThreadIsNotRunAndKeepsNoPlace(String token) {
    try (ServedApi api = new ServedApi(null, 1, CallThreads.atMost(0))) {
      String exec = exec(api);

      HttpResponse<String> full = streamed(api, token, exec);

      assertThat(error(full)).isEqualTo("503 unavailable");
      assertThat(message(full))
          .isEqualTo(
              "The server runs as many commands as it can at the moment, and this one was not run. Try again in a few seconds.");
      assertThat(full.headers().firstValue("Retry-After")).isPresent();
      assertThat(api.commands.size()).isZero();
      mayEnd.countDown();
      assertThat(api.call(token, "POST", exec, TRUE).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void onePersonsRefusedCommandGivesItsPlaceBack() {
    try (ServedApi api = new ServedApi(null, 1, CallThreads.named("exec"))) {
      String exec = exec(api);

      assertThat(error(api.call(ADA, "POST", exec, "{\"command\":\"\"}")))
          .isEqualTo("400 validation_error");
      assertThat(error(streamed(api, ADA, "/api/sandboxes/nowhere/exec")))
          .isEqualTo("404 not_found");

      assertThat(api.commands.size()).isZero();
    }
  }
}

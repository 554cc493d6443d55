package com.personalagentproxy.sandbox.http.api;

import static com.personalagentproxy.sandbox.http.api.ServedApi.LAPTOP;
import static com.personalagentproxy.sandbox.http.api.ServedApi.json;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Ada's calls, by her personal token or from her browser's page, about a sandbox “build” that her
 * laptop made. Each answer is held against docs/openapi.yaml as it comes.
 */
final class AdasCalls {

  private static final String JSON = "application/json";

  private final ServedApi api;

  /** The sandbox's address. */
  final String build;

  AdasCalls(ServedApi api) {
    this.api = api;
    this.build =
        "/api/sandboxes/" + json(api.get(LAPTOP, "/api/sandboxes/build")).get("id").stringValue();
  }

  HttpResponse<String> get(boolean page, String path) {
    return api.send(api.byAda(page, path).GET());
  }

  HttpResponse<String> call(boolean page, String method, String path, String body) {
    HttpResponse<String> answer =
        api.send(
            api.byAda(page, path)
                .header("Content-Type", JSON)
                .method(
                    method,
                    body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    if (answer.statusCode() < 300 && !body.isEmpty()) {
      api.description.requireDescribedBody(method, answer.uri().getRawPath(), body);
    }
    return answer;
  }

  HttpResponse<String> exec(boolean page, String accept, String command) {
    return api.send(
        api.byAda(page, build + "/exec")
            .header("Content-Type", JSON)
            .header("Accept", accept)
            .POST(BodyPublishers.ofString("{\"command\":\"" + command + "\"}")));
  }

  /** A task of the laptop's takes the sandbox, a second later. */
  String taken() {
    api.world.clock.advance(Duration.ofSeconds(1));
    String task =
        json(api.call(LAPTOP, "POST", "/api/tasks", "{\"title\":\"Fix the flaky test\"}"))
            .get("id")
            .stringValue();
    api.call(LAPTOP, "POST", "/api/sandboxes/build/exec?task=" + task, "{\"command\":\"echo hi\"}");
    return task;
  }
}

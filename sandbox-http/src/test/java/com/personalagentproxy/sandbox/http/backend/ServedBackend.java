package com.personalagentproxy.sandbox.http.backend;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.http.CallThreads;
import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A backend, served on a port of its own; each answer is held against the description. */
final class ServedBackend implements AutoCloseable {

  static final String TOKEN = "the-token-of-the-tests";
  static final String INSTALLATION = "6f0b1f5e-0000-4000-8000-0000000000aa";
  static final String REFUSED = "6f0b1f5e-0000-4000-8000-0000000000bb";
  static final String MACHINE = "11111111-2222-4333-8444-555555555555";

  private static final JsonMapper ANY = JsonMapper.builder().build();

  final SettableClock clock = new SettableClock(Instant.parse("2026-01-05T10:00:00Z"));
  final HttpServer server;
  final List<String> routes = new ArrayList<>();
  private final ProtocolDescription description = new ProtocolDescription();
  private final HttpClient client = HttpClient.newHttpClient();

  ServedBackend(MachineBackend machines) {
    this(machines, CallThreads.named("command"));
  }

  /**
   * @param threads on which commands are run
   */
  ServedBackend(MachineBackend machines, CallThreads threads) {
    Installations installations =
        mark ->
            mark.equals(UUID.fromString(REFUSED))
                ? Answer.refused(new Refusal.Invalid("mark", "Not for this installation."))
                : Answer.done(machines);
    Routes overheard =
        config ->
            config.events.handlerAdded(
                added -> {
                  if (added.getHttpMethod().isHttpMethod()) {
                    routes.add(added.getHttpMethod().name() + " " + added.getPath());
                  }
                });
    server =
        HttpServer.start(
            HttpSettings.loopback(0).stopWithin(Duration.ofSeconds(5)),
            List.of(overheard, new BackendRoutes(machines, installations, TOKEN, clock, threads)));
  }

  /** A call as a server makes it, its method to be given. */
  HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .timeout(Duration.ofSeconds(60))
        .header("Authorization", "Bearer " + TOKEN)
        .header("Sandbox-Installation", INSTALLATION);
  }

  HttpResponse<String> call(String method, String path) {
    return send(to(path).method(method, BodyPublishers.noBody()));
  }

  HttpResponse<String> call(String method, String path, String body) {
    return send(
        to(path)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body)));
  }

  /** Runs a command, described by the fields beside the generation. */
  HttpResponse<String> exec(String fields) {
    return call("POST", "/machines/" + MACHINE + "/exec", "{\"generation\":1," + fields + "}");
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return described(client.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8)));
    } catch (IOException failed) {
      throw new AssertionError("No answer came.", failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted.", interrupted);
    }
  }

  CompletableFuture<HttpResponse<String>> begin(String fields) {
    return CompletableFuture.supplyAsync(() -> exec(fields));
  }

  private HttpResponse<String> described(HttpResponse<String> answer) {
    description.requireDescribed(
        answer.request().method(),
        answer.uri().getPath(),
        answer.statusCode(),
        answer.headers().firstValue("Content-Type").orElse(""),
        answer.body());
    return answer;
  }

  static JsonNode json(HttpResponse<String> response) {
    return ANY.readTree(response.body());
  }

  /** The error's code and its status, such as {@code 400 invalid}. */
  static String error(HttpResponse<String> response) {
    return response.statusCode() + " " + json(response).get("error").stringValue();
  }

  @Override
  public void close() {
    Thread stop = new Thread(server::close, "stop");
    stop.setDaemon(true);
    stop.start();
  }
}

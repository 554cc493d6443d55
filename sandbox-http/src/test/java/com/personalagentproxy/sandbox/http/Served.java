package com.personalagentproxy.sandbox.http;

import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.http.limit.CommandLimit;
import com.personalagentproxy.sandbox.http.limit.Limits;
import com.personalagentproxy.sandbox.http.mcp.McpRoutes;
import com.personalagentproxy.sandbox.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A world, served on a port of its own, and what it takes to call it. */
public final class Served implements AutoCloseable {

  public static final String TOKEN = "token-of-adas-laptop";

  private static final JsonMapper ANY = JsonMapper.builder().build();

  public final World world;
  public final HttpServer server;
  public final McpRoutes mcp;
  public final Map<String, Agent> tokens = new ConcurrentHashMap<>();
  private final HttpClient client = HttpClient.newHttpClient();

  public Served() {
    this(new World());
  }

  public Served(World world, Routes... more) {
    this(world, HttpSettings.loopback(0), more);
  }

  public Served(World world, HttpSettings settings, Routes... more) {
    this.world = world;
    tokens.put(TOKEN, world.laptop);
    List<Routes> routes = new ArrayList<>(List.of(more));
    mcp =
        new McpRoutes(
            world.sandboxes,
            token -> Optional.ofNullable(tokens.get(token)).map(agent -> new Arrival(agent, null)),
            new CommandLimit(Limits.NONE, new TurnedAway(world.ports)),
            "1.2.3");
    routes.add(mcp);
    server = HttpServer.start(settings, routes);
  }

  /** Stops the server in the background: it takes a second for clients that keep connections. */
  @Override
  public void close() {
    Thread stop = new Thread(server::close, "stop");
    stop.setDaemon(true);
    stop.start();
  }

  /** A request to a path, to be completed. */
  public HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .timeout(Duration.ofSeconds(60));
  }

  /** A request to the endpoint as a client sends it, its body to be given. */
  public HttpRequest.Builder toMcp() {
    return to("/mcp")
        .header("Authorization", "Bearer " + TOKEN)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream");
  }

  public HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (IOException failed) {
      throw new AssertionError("No answer came.", failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted.", interrupted);
    }
  }

  public HttpResponse<String> get(String path) {
    return send(to(path));
  }

  /** Posts a body to the endpoint. */
  public HttpResponse<String> post(String body) {
    return send(toMcp().POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /** The result of a method; fails if it was an error. */
  public JsonNode result(String method, String params) {
    JsonNode answer = json(post(request(method, params)));
    if (!answer.has("result")) {
      throw new AssertionError("There is no result in " + answer + ".");
    }
    return answer.get("result");
  }

  /** What a tool answers. */
  public JsonNode call(String tool, String arguments) {
    return result("tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
  }

  /** The text of what a tool answers. */
  public static String text(JsonNode result) {
    return result.get("content").get(0).get("text").stringValue();
  }

  public static String request(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}"
        .formatted(method, params);
  }

  public static JsonNode json(HttpResponse<String> response) {
    return ANY.readTree(response.body());
  }

  /** Sends bytes as they are, and gives all that comes back until the connection is closed. */
  public String raw(String request) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      InputStream answer = socket.getInputStream();
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new AssertionError("No answer came.", failed);
    }
  }
}

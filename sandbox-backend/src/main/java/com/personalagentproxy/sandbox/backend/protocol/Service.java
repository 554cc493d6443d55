package com.personalagentproxy.sandbox.backend.protocol;

import java.io.Closeable;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The service at its address: sends calls there and nowhere else, and reads what comes back within
 * bounds. Connections are kept and used again. Safe for use by many threads.
 */
final class Service implements Closeable {

  /** How large the answer to anything but a command may be, in bytes. */
  static final int LARGEST = 1024 * 1024;

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final String STOPPED =
      "The server is shutting down, and gave the call to the backend up.";

  private final ServiceAddress address;
  private final HostName host;
  private final String token;
  private final UUID installation;
  private final ServiceClock clock = new ServiceClock();
  private final Set<Exchange> underWay = ConcurrentHashMap.newKeySet();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .proxy(HttpClient.Builder.NO_PROXY)
          .connectTimeout(CONNECT)
          .build();
  private volatile boolean isClosed;

  Service(ServiceAddress address, HostName host, String token, UUID installation) {
    this.address = address;
    this.host = host;
    this.token = token;
    this.installation = installation;
  }

  /** What is done with an exchange. */
  @FunctionalInterface
  interface Use<T> {
    T of(Exchange exchange) throws Cut, InterruptedException;
  }

  ServiceClock clock() {
    return clock;
  }

  /**
   * Makes a call that is safe to repeat: once more if the connection ended before any answer came,
   * as one that was kept may.
   *
   * @throws Cut if it got no answer that can be understood within that time
   */
  Reply call(String method, String path, @Nullable Object body, Duration within)
      throws Cut, InterruptedException {
    Deadline until = Deadline.in(within);
    try {
      return once(method, path, body, until);
    } catch (Cut.NoAnswer mayBeStale) {
      return once(method, path, body, until);
    }
  }

  /** Makes a call once. */
  Reply once(String method, String path, @Nullable Object body, Deadline until)
      throws Cut, InterruptedException {
    return use(
        method,
        path,
        body,
        exchange -> Reply.of(head(exchange, until), exchange.all(LARGEST, until)));
  }

  /** Begins a call, and ends it with its use, however that ends. */
  <T> T use(String method, String path, @Nullable Object body, Use<T> use)
      throws Cut, InterruptedException {
    if (isClosed) {
      throw new Cut.NotConnected(STOPPED);
    }
    Exchange exchange = new Exchange(client, host, request(method, path, body));
    underWay.add(exchange);
    try {
      if (isClosed) {
        throw new Cut(STOPPED);
      }
      return use.of(exchange);
    } finally {
      underWay.remove(exchange);
      // Changes nothing about one that was read to its end.
      exchange.cancel("The call is over.");
    }
  }

  /** The head of the answer, whose clock is read. */
  HttpResponse<BodyPipe> head(Exchange exchange, Deadline until) throws Cut, InterruptedException {
    HttpResponse<BodyPipe> head = exchange.head(until);
    clock.read(head.headers(), exchange.age());
    return head;
  }

  private HttpRequest request(String method, String path, @Nullable Object body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.at(path))
            .header("Authorization", "Bearer " + token)
            .header("Sandbox-Installation", installation.toString());
    return body == null
        ? request.method(method, BodyPublishers.noBody()).build()
        : request
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofByteArray(Fields.MAPPER.writeValueAsBytes(body)))
            .build();
  }

  /** Ends all calls that are under way; later ones are refused. */
  @Override
  public void close() {
    isClosed = true;
    underWay.forEach(exchange -> exchange.cancel(STOPPED));
    host.close();
  }
}

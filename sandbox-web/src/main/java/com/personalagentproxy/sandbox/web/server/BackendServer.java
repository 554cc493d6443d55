package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.http.backend.BackendRoutes;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A running service that offers a backend's machines to servers on other hosts. */
public final class BackendServer implements Running {

  private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

  private static final Pattern HOST_NAME =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?");

  private final Closing parts = new Closing();
  private final URI url;
  private final String description;
  private final List<String> warnings;

  /**
   * What is offered, and where.
   *
   * @param backend as {@code SANDBOX_BACKEND} names it
   * @param home the server's folder
   * @param names host names by which it is reached besides the loopback ones
   * @param token what callers must bear
   * @param tokenBehind by which a service behind it knows this one; absent if none is set
   */
  public record Offer(
      String backend,
      Path home,
      String host,
      int port,
      Set<String> names,
      String token,
      @Nullable String tokenBehind) {

    public Offer {
      names = Set.copyOf(names);
    }

    /** Its parts but the token, which is secret. */
    @Override
    public String toString() {
      return "Offer[%s, %s, %s, %s]".formatted(backend, home, host, port);
    }
  }

  private BackendServer(Offer offer, InstantSource clock) {
    try {
      Path machines = HomeFolder.ready(offer.home()).resolve("machines");
      OpenedBackends backends =
          parts.add(
              "the backend", new OpenedBackends(offer.backend(), machines, offer.tokenBehind()));
      HttpServer http =
          HttpServer.start(
              HttpSettings.loopback(offer.port())
                  .on(offer.host())
                  .reachedBy(offer.names())
                  .stopWithin(STOP_WITHIN),
              List.of(new BackendRoutes(backends.first(), backends, offer.token(), clock)));
      parts.add("the HTTP server", () -> Ending.ofCommands(backends, http));
      url = Address.of(offer.host(), http.port());
      description = backends.first().description();
      warnings = backends.warnings();
    } catch (RuntimeException failure) {
      parts.close();
      throw failure;
    }
  }

  /**
   * Starts it; when this comes back it answers.
   *
   * @throws RuntimeException whose message is a sentence for the operator; nothing runs then
   */
  public static BackendServer start(Offer offer, InstantSource clock) {
    if (offer.backend().equals(Configuration.DEV) && !HttpSettings.isLoopback(offer.host())) {
      throw new CannotStart(
          "The backend to offer is “dev” while the host is “%s”. Machines of dev are not walled off well enough for others to reach: give the host an address of this computer alone, such as 127.0.0.1, or offer another backend."
              .formatted(offer.host()),
          null);
    }
    for (String name : offer.names()) {
      if (!HOST_NAME.matcher(name).matches()) {
        throw new CannotStart(
            "The name “%s” is no host's. Give one such as machines.example.com, without scheme, port and path."
                .formatted(name),
            null);
      }
    }
    return new BackendServer(offer, clock);
  }

  /** Where it is reached. */
  public URI url() {
    return url;
  }

  /** What machines there are, in a sentence. */
  public String description() {
    return description;
  }

  /** What the operator had better know, each a sentence. */
  public List<String> warnings() {
    return warnings;
  }

  /** Takes no more calls, then ends commands that take long, then closes the backend. */
  @Override
  public void close() {
    parts.close();
  }
}

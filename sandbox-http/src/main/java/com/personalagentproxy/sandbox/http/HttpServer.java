package com.personalagentproxy.sandbox.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.SizeUnit;
import io.javalin.json.JavalinJackson3;
import io.javalin.util.JavalinException;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server. Each request has a thread of its own while it is worked on: a virtual one where Java
 * has them (21 and later), else one of {@link HttpSettings#threads}.
 */
public final class HttpServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  /** In megabytes. What is larger is brought by the HTTP API, which keeps nothing of it. */
  private static final long LARGEST_UPLOAD = 1024;

  private static final int STANDING_THREADS = 8;

  /** Beyond them nobody is accepted until one leaves. */
  private static final int MOST_CONNECTIONS = 20_000;

  /** The address included; beyond that a request is refused with 431 or 414. */
  private static final int LARGEST_HEAD = 16 * 1024;

  private static final int WAITING_TO_BE_ACCEPTED = 512;

  private final Javalin javalin;
  private final List<String> served;

  private HttpServer(Javalin javalin, List<String> served) {
    this.javalin = javalin;
    this.served = List.copyOf(served);
  }

  /**
   * Starts it; when this comes back it serves the routes, and {@code GET /health} besides.
   *
   * @throws CannotListenException if the port is taken, or the address isn't this computer's
   */
  public static HttpServer start(HttpSettings settings, List<Routes> routes) {
    return start(settings, routes, Patience.USUAL);
  }

  /** Likewise, with another patience. */
  static HttpServer start(HttpSettings settings, List<Routes> routes, Patience patience) {
    List<Routes> all = new ArrayList<>();
    all.add(new Doorkeeper(new AllowedHosts(settings), open(routes)));
    all.add(new Failures());
    all.add(new HealthRoutes());
    all.addAll(routes);
    List<String> served = new ArrayList<>();
    Javalin javalin =
        Javalin.create(
            config -> {
              configure(config, settings, patience);
              config.events.handlerAdded(
                  added -> {
                    if (added.getHttpMethod().isHttpMethod()) {
                      served.add(added.getHttpMethod().name() + " " + added.getPath());
                    }
                  });
              all.forEach(each -> each.addTo(config));
            });
    try {
      return new HttpServer(javalin.start(), served);
    } catch (JavalinException failed) {
      throw new CannotListenException(whyNot(settings, failed), failed);
    }
  }

  private static OpenPaths open(List<Routes> routes) {
    return new OpenPaths(
        routes.stream()
            .flatMap(each -> each.openToPages().stream())
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** What it serves: each method with its path, such as {@code GET /health}. */
  public List<String> served() {
    return served;
  }

  /** The port it listens on. */
  public int port() {
    return javalin.port();
  }

  /**
   * Stops it: takes no more requests, and waits for answers that are under way for as long as
   * {@link HttpSettings#stopWithin} says; those that take longer are cut off.
   */
  @Override
  public void close() {
    try {
      javalin.stop();
    } catch (JavalinException cutOff) {
      LOG.warn("Answers that were still under way when the server stopped were cut off.");
    }
  }

  private static void configure(JavalinConfig config, HttpSettings settings, Patience patience) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.jsonMapper(new JavalinJackson3(StrictJson.MAPPER, false));
    config.http.maxRequestSize = RequestBody.LARGEST;
    config.http.prefer405over404 = true;
    // A form in parts isn't a body to Javalin: without these it fills the disk.
    config.jetty.multipartConfig.maxTotalRequestSize(LARGEST_UPLOAD, SizeUnit.MB);
    config.jetty.multipartConfig.maxFileSize(LARGEST_UPLOAD, SizeUnit.MB);
    config.jetty.threadPool = threads(settings);
    config.jetty.modifyHttpConfiguration(http -> http.setRequestHeaderSize(LARGEST_HEAD));
    config.jetty.modifyServer(
        server -> {
          // Without it answers under way are cut off.
          server.setStopTimeout(settings.stopWithin().toMillis());
          server.setErrorHandler(new JettyFailures());
          server.setHandler(new SlowBodies(patience.body()));
        });
    config.jetty.addConnector(
        (server, http) -> {
          ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
          connector.setHost(settings.host());
          connector.setPort(settings.port());
          connector.setIdleTimeout(patience.idle().toMillis());
          connector.setAcceptQueueSize(WAITING_TO_BE_ACCEPTED);
          connector.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, connector));
          connector.addBean(new SlowHeaders(server, patience));
          return connector;
        });
  }

  private static QueuedThreadPool threads(HttpSettings settings) {
    QueuedThreadPool threads = new QueuedThreadPool(settings.threads(), STANDING_THREADS);
    threads.setName("http");
    // Null, and so no change, on a Java without virtual threads.
    threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("http-"));
    return threads;
  }

  private static String whyNot(HttpSettings settings, JavalinException failed) {
    if (has(failed, "Address already in use")) {
      return "Port %s on %s is taken by another program. Stop that one, or choose another port."
          .formatted(settings.port(), settings.host());
    }
    if (has(failed, "Permission denied")) {
      return "Port %s may not be listened on by this user. Choose one from 1024 on."
          .formatted(settings.port());
    }
    return "The server can't listen on %s, port %s. Check that the address is one of this computer's."
        .formatted(settings.host(), settings.port());
  }

  private static boolean has(Throwable failed, String words) {
    for (@Nullable Throwable each = failed; each != null; each = each.getCause()) {
      if (each instanceof BindException
          && each.getMessage() != null
          && each.getMessage().contains(words)) {
        return true;
      }
    }
    return false;
  }
}

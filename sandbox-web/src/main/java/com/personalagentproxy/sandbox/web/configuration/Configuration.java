package com.personalagentproxy.sandbox.web.configuration;

import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.http.limit.Limits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the operator has set, checked as a whole.
 *
 * @param home an absolute path
 * @param pool how many connections to the database there are at most
 * @param backend what keeps the machines; absent: nothing, so sandboxes aren't offered (C6)
 * @param backendToken by which a service that keeps machines knows this server; absent: none is set
 * @param orphansKept until a machine that no sandbox knows is deleted (M12)
 * @param historyDays for how many days the history keeps a call
 * @param metricsToken by which a scraper is known; absent: there are no metrics
 * @param clientDescriptions whether programs may be described at an address, which is fetched
 * @param openId the provider by which people sign in; absent: there is none
 * @param limits how much one caller may ask for
 * @param publicUrl where the server is reached from outside; absent: where it listens
 */
public record Configuration(
    Path home,
    DatabaseChoice database,
    int pool,
    String host,
    int port,
    @Nullable URI publicUrl,
    @Nullable String backend,
    @Nullable SharedToken backendToken,
    Duration idleAfter,
    Duration orphansKept,
    int historyDays,
    @Nullable SharedToken metricsToken,
    boolean clientDescriptions,
    Limits limits,
    LogLevel logLevel,
    @Nullable OpenId openId) {

  /** The backend that is for development only. */
  public static final String DEV = "dev";

  /** What reading came to. */
  public sealed interface Reading {
    /**
     * It can be used.
     *
     * @param warnings what looks like a mistake, each a sentence
     */
    record Right(Configuration configuration, List<String> warnings) implements Reading {}

    /** It can't; each problem is a sentence that names the variable. */
    record Wrong(List<String> problems) implements Reading {}
  }

  /**
   * Reads all variables, and tells of all that are wrong at once.
   *
   * @param userHome what {@code ~} stands for
   */
  public static Reading read(Map<String, String> environment, Path userHome) {
    List<String> problems = new ArrayList<>();
    Path home = Variables.HOME.in(environment, problems::add).orElseThrow();
    DatabaseChoice database = Variables.DATABASE.in(environment, problems::add).orElseThrow();
    int pool = Variables.POOL.in(environment, problems::add).orElseThrow();
    String host = Variables.HOST_NAME.in(environment, problems::add).orElseThrow();
    int port = Variables.PORT.in(environment, problems::add).orElseThrow();
    Optional<URI> publicUrl = Variables.PUBLIC_URL.in(environment, problems::add);
    Optional<String> backend = Variables.BACKEND.in(environment, problems::add);
    Optional<SharedToken> backendToken = Variables.BACKEND_TOKEN.in(environment, problems::add);
    Duration idleAfter = Variables.IDLE_AFTER.in(environment, problems::add).orElseThrow();
    Duration orphansKept = Variables.ORPHANS_KEPT.in(environment, problems::add).orElseThrow();
    int historyDays = Variables.HISTORY_DAYS.in(environment, problems::add).orElseThrow();
    Optional<SharedToken> metricsToken = Variables.METRICS_TOKEN.in(environment, problems::add);
    boolean clientDescriptions =
        Variables.CLIENT_DESCRIPTIONS.in(environment, problems::add).orElseThrow();
    Limits limits = LimitVariables.read(environment, problems::add);
    LogLevel logLevel = Variables.LOG_LEVEL.in(environment, problems::add).orElseThrow();
    Optional<OpenId> openId = OpenId.in(environment, problems::add);
    if (backend.filter(DEV::equals).isPresent() && !HttpSettings.isLoopback(host)) {
      problems.add(
          "SANDBOX_BACKEND is “dev” while SANDBOX_HOST is “%s”. Machines of dev are not walled off well enough for others to reach: give SANDBOX_HOST an address of this computer alone, such as 127.0.0.1, or SANDBOX_BACKEND another backend."
              .formatted(host));
    }
    if (!problems.isEmpty()) {
      return new Reading.Wrong(List.copyOf(problems));
    }
    return new Reading.Right(
        new Configuration(
            absolute(home, userHome),
            database,
            pool,
            host,
            port,
            publicUrl.orElse(null),
            backend.orElse(null),
            backendToken.orElse(null),
            idleAfter,
            orphansKept,
            historyDays,
            metricsToken.orElse(null),
            clientDescriptions,
            limits,
            logLevel,
            openId.orElse(null)),
        unknown(environment));
  }

  private static Path absolute(Path home, Path userHome) {
    return (home.startsWith("~") ? userHome.resolve(Path.of("~").relativize(home)) : home)
        .toAbsolutePath()
        .normalize();
  }

  /** A variable with our prefix that isn't declared is most likely a slip of the pen. */
  private static List<String> unknown(Map<String, String> environment) {
    return environment.keySet().stream()
        .filter(name -> name.startsWith("SANDBOX_"))
        .filter(name -> Variables.ALL.stream().noneMatch(each -> each.name().equals(name)))
        .sorted()
        .map(
            name ->
                "%s is not a variable of Sandboxes and is ignored. See ./sandboxes help config."
                    .formatted(name))
        .toList();
  }
}

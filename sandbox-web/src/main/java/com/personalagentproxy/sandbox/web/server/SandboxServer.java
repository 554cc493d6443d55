package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.activity.Clearing;
import com.personalagentproxy.sandbox.backend.Backends;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.console.LeftBehind;
import com.personalagentproxy.sandbox.console.StoredChanges;
import com.personalagentproxy.sandbox.http.CannotListenException;
import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.mcp.McpRoutes;
import com.personalagentproxy.sandbox.life.StepClearing;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.NoBackend;
import com.personalagentproxy.sandbox.move.Census;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.SettledMoves;
import com.personalagentproxy.sandbox.move.Surroundings;
import com.personalagentproxy.sandbox.move.Sweeper;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.identity.Installation;
import com.personalagentproxy.sandbox.persistence.identity.OAuthClearing;
import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import com.personalagentproxy.sandbox.web.account.PeoplesPages;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.configuration.DatabaseChoice;
import com.personalagentproxy.sandbox.web.docs.DocsRoutes;
import com.personalagentproxy.sandbox.web.metrics.MeasuredBackend;
import com.personalagentproxy.sandbox.web.metrics.Meters;
import com.personalagentproxy.sandbox.web.metrics.MetricsRoutes;
import com.personalagentproxy.sandbox.web.page.PageSettings;
import com.personalagentproxy.sandbox.web.page.PageSources;
import com.personalagentproxy.sandbox.web.page.Pages;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running server with all its parts. */
public final class SandboxServer implements Running {

  private static final Duration SWEEP_EVERY = Duration.ofSeconds(10);
  private static final Duration CENSUS_EVERY = Duration.ofMinutes(5);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(10);
  private static final Logger log = LoggerFactory.getLogger(SandboxServer.class);

  private final Closing parts;
  private final URI url;
  private final Jdbi jdbi;
  private final InstantSource clock;
  private final Installation.@Nullable FirstStart firstStart;
  private final MachineBackend backend;
  private final List<String> served;

  private SandboxServer(
      Closing parts,
      URI url,
      Jdbi jdbi,
      InstantSource clock,
      Installation.@Nullable FirstStart firstStart,
      MachineBackend backend,
      List<String> served) {
    this.parts = parts;
    this.url = url;
    this.jdbi = jdbi;
    this.clock = clock;
    this.firstStart = firstStart;
    this.backend = backend;
    this.served = served;
  }

  /**
   * Starts it; when this comes back it answers.
   *
   * @param programs where the embedded database's programs are unpacked
   * @param version as clients are told it
   * @throws RuntimeException whose message is a sentence for the operator; nothing runs then
   */
  public static SandboxServer start(
      Configuration configuration, Path programs, String version, InstantSource clock) {
    // Before a database is started for nothing.
    Optional.ofNullable(configuration.backend())
        .flatMap(value -> Backends.problem(value, token(configuration)))
        .ifPresent(
            problem -> {
              throw new CannotStart(problem, null);
            });
    ListeningPlace.check(configuration);
    return start(configuration, programs, version, clock, Backends::open, Timing.USUAL);
  }

  /** Likewise, with machines that are opened otherwise, and other times. */
  static SandboxServer start(
      Configuration configuration,
      Path programs,
      String version,
      InstantSource clock,
      BackendOpener backends,
      Timing timing) {
    Closing parts = new Closing();
    try {
      return start(configuration, programs, version, clock, backends, timing, parts);
    } catch (RuntimeException failure) {
      parts.close();
      throw failure;
    }
  }

  private static SandboxServer start(
      Configuration configuration,
      Path programs,
      String version,
      InstantSource clock,
      BackendOpener backends,
      Timing timing,
      Closing parts) {
    Database database = parts.add("the database", Storage.open(configuration, programs)).database();
    Jdbi jdbi = database.jdbi();
    SettledMoves notices = parts.add("the notices", database.settledMoves());
    ExecutorService moves = Threads.forEachPiece("move");
    parts.add("the moves", () -> finish(moves));
    // Closed before the moves: commands that still run are ended by that, and then counted out.
    Backends.Opened opened = backend(configuration, jdbi, parts, clock, backends);
    Meters meters = new Meters();
    meters.pool(database.gauges());
    MachineBackend backend = new MeasuredBackend(opened.backend(), meters);
    Ports ports =
        ServerPorts.of(
            configuration,
            jdbi,
            backend,
            Surroundings.of(moves, clock).settledMoves(notices),
            timing);
    TurnedAway turnedAway = new TurnedAway(ports);
    parts.add("what was turned away", turnedAway::tellAll);
    Sweeper sweeper = new Sweeper(ports);
    if (configuration.database() instanceof DatabaseChoice.Embedded) {
      takeOver(sweeper);
    }
    Duration kept = Duration.ofDays(configuration.historyDays());
    Clearing history = new Clearing(ports.activity(), kept);
    StepClearing steps = new StepClearing(ports.chronicle(), kept);
    OAuthClearing consents = new OAuthClearing(jdbi);
    parts.add(
        "the sweeper",
        new SweepSchedule(
            "sweep",
            meters.measured(
                "sweep",
                () -> {
                  try {
                    sweeper.sweep();
                  } finally {
                    history.clear(ports.now());
                    steps.clear(ports.now());
                    turnedAway.tell();
                    consents.clear(ports.now());
                  }
                },
                clock),
            SWEEP_EVERY));
    Census census = new Census(ports);
    parts.add(
        "the census",
        new SweepSchedule(
            "census",
            meters.measured("census", () -> CensusLog.tell(census.take()), clock),
            CENSUS_EVERY));
    HttpServer http;
    try {
      http = http(configuration, jdbi, ports, turnedAway, version, meters, parts);
    } catch (CannotListenException taken) {
      // While all of that was started; said in the words of whoever sets it.
      ListeningPlace.check(configuration);
      throw taken;
    }
    parts.add("the HTTP server", () -> Ending.ofCommands(opened.resource(), http));
    URI url = Address.of(configuration, http.port());
    parts.add("the note of the address", AddressNote.write(configuration, http.port()));
    // Last of all: its token is shown once, so nothing may fail between.
    Installation.FirstStart firstStart =
        new Installation(jdbi)
            .firstStart(System.getProperty("user.name"), clock.instant())
            .orElse(null);
    return new SandboxServer(parts, url, jdbi, clock, firstStart, backend, http.served());
  }

  private static Backends.Opened backend(
      Configuration configuration,
      Jdbi jdbi,
      Closing parts,
      InstantSource clock,
      BackendOpener backends) {
    if (configuration.backend() == null) {
      return new Backends.Opened(new NoBackend(), () -> {}, Optional.empty());
    }
    Backends.Opening opening =
        backends.open(
            configuration.backend(),
            new Backends.Settings(
                HomeFolder.ready(configuration.home()).resolve("machines"),
                new Installation(jdbi).id(clock.instant()),
                token(configuration)));
    if (opening instanceof Backends.Opened opened) {
      parts.add("the backend", opened.resource());
      opened.warnings().forEach(log::warn);
      if (opened
          .place()
          .filter(place -> !new Installation(jdbi).isMachinesPlace(place))
          .isPresent()) {
        throw new CannotStart(
            "The machines of this database's sandboxes are kept in another folder or on another"
                + " computer. Start the server there, or with a database of its own.",
            null);
      }
      return opened;
    }
    throw new CannotStart(((Backends.Refused) opening).why(), null);
  }

  private static @Nullable String token(Configuration configuration) {
    return configuration.backendToken() == null ? null : configuration.backendToken().text();
  }

  /** What can't be settled now is due at its deadline; the others needn't wait for it. */
  private static void takeOver(Sweeper sweeper) {
    try {
      sweeper.takeOver();
    } catch (RuntimeException failure) {
      log.warn("Not all could be settled that an earlier server left half done.", failure);
    }
  }

  private static HttpServer http(
      Configuration configuration,
      Jdbi jdbi,
      Ports ports,
      TurnedAway turnedAway,
      String version,
      Meters meters,
      Closing parts) {
    BackendNote note =
        new BackendNote(ports.backend(), Configuration.DEV.equals(configuration.backend()));
    InstantSource clock = ports.surroundings().clock();
    Doors doors = Doors.of(configuration.limits(), jdbi, clock, turnedAway);
    Console console = new Console(ports);
    ChangeFeed changes = parts.add("the changes", StoredChanges.of(ports));
    // Closed when no more requests come, and before what its calls still need.
    McpRoutes mcp =
        parts.add(
            "the calls",
            new McpRoutes(new Sandboxes(ports), doors.agentsOfMcp(), doors.commands(), version));
    return HttpServer.start(
        HttpSettings.loopback(configuration.port())
            .on(configuration.host())
            .reachedBy(Address.names(configuration))
            .behind(configuration.publicUrl())
            .stopWithin(STOP_WITHIN),
        List.of(
            doors.strangers(),
            mcp,
            ApiDoors.of(ports, changes, doors, turnedAway, jdbi, configuration.publicUrl()),
            new Pages(
                new PageSources(console, changes, new StoredAgents(jdbi)),
                new StoredSessions(new SignIns(jdbi), doors.people(), clock),
                new PageSettings(
                    configuration.publicUrl(),
                    note::caution,
                    note.howToOffer(),
                    configuration.openId() == null ? null : configuration.openId().name()),
                clock,
                List.of(
                    new PeoplesPages(
                        jdbi, console, new LeftBehind(ports), configuration.openId()))),
            OAuthDoor.of(configuration, doors.people(), console, jdbi, clock),
            new DocsRoutes(),
            metrics(configuration, meters)));
  }

  /** Without a token nobody may read them. */
  private static Routes metrics(Configuration configuration, Meters meters) {
    return configuration.metricsToken() == null
        ? none -> {}
        : new MetricsRoutes(meters, configuration.metricsToken().text());
  }

  /** Moves that don't end in time are settled by the next server's sweeper (M6). */
  private static void finish(ExecutorService moves) throws InterruptedException {
    moves.shutdown();
    if (!moves.awaitTermination(STOP_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
      moves.shutdownNow();
    }
  }

  /** Where it is reached. */
  public URI url() {
    return url;
  }

  /** What the first start made, on the first start. */
  public Optional<Installation.FirstStart> firstStart() {
    return Optional.ofNullable(firstStart);
  }

  /** What keeps the machines. */
  public MachineBackend backend() {
    return backend;
  }

  /** What it serves, as {@link HttpServer#served}. */
  List<String> served() {
    return served;
  }

  /** Where its people and agents are kept. */
  Jdbi jdbi() {
    return jdbi;
  }

  /** A new link that signs the owner in, once. */
  public URI signInLink() {
    return SignInLink.make(jdbi, url, clock);
  }

  /** Stops it, the outermost first: no more requests, then no more sweeps, moves and machines. */
  @Override
  public void close() {
    parts.close();
  }
}

package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.world.World;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A world with the page before it, on a port of its own. */
public final class ServedPage implements AutoCloseable {

  public final World world;
  final ToldChanges feed = new ToldChanges();
  final RememberedSessions sessions = new RememberedSessions();

  /** Of another organization. */
  final Person mallory =
      new Person(
          new MemberId(UUID.randomUUID()),
          "Mallory",
          new OrganizationId(UUID.randomUUID()),
          Person.Role.OWNER);

  private final HttpServer server;

  ServedPage(@Nullable URI publicUrl, @Nullable String caution) {
    this(new World(), new PageSettings(publicUrl, () -> Optional.ofNullable(caution), null));
  }

  ServedPage(World world, PageSettings settings) {
    this(world, world.console, settings);
  }

  /** With the console of another server over the same world. */
  ServedPage(World world, Console console, PageSettings settings) {
    this.world = world;
    world.experiments.turnOn(mallory.organization());
    server =
        HttpServer.start(
            HttpSettings.loopback(0).stopWithin(Duration.ZERO),
            List.of(
                new Pages(
                    new PageSources(console, feed, person -> agents(world, person)),
                    sessions,
                    settings,
                    world.clock,
                    List.of())));
  }

  public ServedPage() {
    this(new World(), new PageSettings(null, Optional::empty, null));
  }

  private static List<Agent> agents(World world, Person person) {
    return person.organization().equals(world.organization)
        ? List.of(world.laptop, world.phone, world.bobs)
        : List.of();
  }

  int port() {
    return server.port();
  }

  /** Where it is. */
  public String url() {
    return "http://127.0.0.1:" + server.port();
  }

  /** A link that signs this person in, once. */
  public String linkFor(Person person) {
    return url() + "/sign-in?code=" + sessions.codeFor(person);
  }

  /** A browser nobody is signed in with. */
  Browser browser() {
    return new Browser(URI.create(url()));
  }

  /** A browser this person is signed in with. */
  Browser browserOf(Person person) {
    Browser browser = browser();
    if (browser.signIn(sessions.codeFor(person)).statusCode() != 303) {
      throw new AssertionError("Signing in failed.");
    }
    return browser;
  }

  @Override
  public void close() {
    server.close();
  }
}

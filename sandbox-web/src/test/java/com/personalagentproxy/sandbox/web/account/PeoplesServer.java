package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.console.LeftBehind;
import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.embedded.EmbeddedDatabase;
import com.personalagentproxy.sandbox.persistence.identity.Agents;
import com.personalagentproxy.sandbox.persistence.identity.Installation;
import com.personalagentproxy.sandbox.persistence.identity.Invitations;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.persistence.identity.Secret;
import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import com.personalagentproxy.sandbox.time.SettableClock;
import com.personalagentproxy.sandbox.web.configuration.OpenId;
import com.personalagentproxy.sandbox.web.page.Browser;
import com.personalagentproxy.sandbox.web.page.PageSettings;
import com.personalagentproxy.sandbox.web.page.PageSources;
import com.personalagentproxy.sandbox.web.page.Pages;
import com.personalagentproxy.sandbox.web.page.Sessions;
import com.personalagentproxy.sandbox.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The pages about people before an embedded database, with an organization that Ada owns and Bob is
 * a member of; and another, which Mallory owns. Each test begins anew.
 */
final class PeoplesServer implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

  private static final Path PROGRAMS = Path.of("target", "postgres-programs").toAbsolutePath();

  final SettableClock clock = SettableClock.atSomeTime();

  /** What the provider of OpenID Connect is; asked for when the server is started. */
  private final Supplier<@Nullable OpenId> openId;

  PeoplesServer() {
    this(() -> null);
  }

  PeoplesServer(Supplier<@Nullable OpenId> openId) {
    this.openId = openId;
  }

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private @Nullable Jdbi jdbi;
  private @Nullable HttpServer server;
  private @Nullable People people;

  private record People(Person ada, Person bob, Person mallory) {}

  @Override
  public void beforeAll(ExtensionContext context) {
    Path home = temporary();
    EmbeddedDatabase embedded = EmbeddedDatabase.start(home, PROGRAMS);
    parts.push(embedded);
    Database database = Database.open(embedded.address());
    parts.push(database);
    jdbi = database.jdbi();
    OpenId provider = openId.get();
    HttpServer started =
        HttpServer.start(
            HttpSettings.loopback(0).stopWithin(Duration.ZERO),
            List.of(pages(provider, new World())));
    parts.push(started);
    server = started;
  }

  private Pages pages(@Nullable OpenId provider, World world) {
    return new Pages(
        PageSources.of(world.console),
        new KeptSessions(new SignIns(jdbi()), clock),
        new PageSettings(null, Optional::empty, null, provider == null ? null : provider.name()),
        clock,
        List.of(new PeoplesPages(jdbi(), world.console, new LeftBehind(world.ports), provider)));
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("people");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private record KeptSessions(SignIns signIns, SettableClock clock) implements Sessions {

    @Override
    public Optional<String> begin(String code, @Nullable String browser) {
      return signIns.redeem(code, browser, clock.instant()).map(Secret::text);
    }

    @Override
    public Optional<Person> whose(String code) {
      return signIns.whose(code, clock.instant());
    }

    @Override
    public Optional<Person> person(String session) {
      return signIns.bySession(session, clock.instant());
    }

    @Override
    public void end(String session) {
      signIns.signOut(session);
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    jdbi().useHandle(handle -> handle.execute("TRUNCATE organizations, installation CASCADE"));
    Person ada = new Installation(jdbi()).firstStart("Ada", clock.instant()).orElseThrow().owner();
    OrganizationId other = new OrganizationId(UUID.randomUUID());
    jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "INSERT INTO organizations (id, name, made_at) VALUES (?, 'Other', now())",
                    other.value()));
    people =
        new People(
            ada,
            joined(ada.organization(), "Bob", Person.Role.MEMBER),
            joined(other, "Mallory", Person.Role.OWNER));
  }

  /** Another member. */
  Person joined(OrganizationId organization, String name, Person.Role role) {
    return members().add(organization, name, role, clock.instant()).orElseThrow();
  }

  private People people() {
    if (people == null) {
      throw new IllegalStateException("No test has begun.");
    }
    return people;
  }

  Person ada() {
    return people().ada();
  }

  Person bob() {
    return people().bob();
  }

  Person mallory() {
    return people().mallory();
  }

  Jdbi jdbi() {
    if (jdbi == null) {
      throw new IllegalStateException("The server hasn't been started.");
    }
    return jdbi;
  }

  Members members() {
    return new Members(jdbi());
  }

  Agents agents() {
    return new Agents(jdbi());
  }

  Invitations invitations() {
    return new Invitations(jdbi());
  }

  URI url() {
    if (server == null) {
      throw new IllegalStateException("The server hasn't been started.");
    }
    return URI.create("http://127.0.0.1:" + server.port());
  }

  /** A browser nobody is signed in with. */
  Browser browser() {
    return new Browser(url());
  }

  /** A browser this person is signed in with. */
  Browser browserOf(Person person) {
    Browser browser = browser();
    Secret code = new SignIns(jdbi()).code(person.member(), clock.instant());
    HttpResponse<String> answer = browser.signIn(code.text());
    if (answer.statusCode() != 303) {
      throw new AssertionError("Signing in failed: " + answer.body());
    }
    return browser;
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    while (!parts.isEmpty()) {
      parts.pop().close();
    }
  }
}

package com.example.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.ds.PGSimpleDataSource;

/** What the page on embedding shows of PostgreSQL works beside tables of an embedder's own. */
class ProxyOnPostgresTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private final ExecutorService background = Executors.newCachedThreadPool();
  private final Agent laptop =
      new Agent(
          new AgentId(UUID.randomUUID()),
          "Ada's laptop",
          new MemberId(UUID.randomUUID()),
          new OrganizationId(UUID.randomUUID()));
  private final Caller caller = new Caller(laptop, "some client", null);

  private final ProxyConnections connections = new ProxyConnections(id -> "Ada");

  private PGSimpleDataSource source;
  private Jdbi own;

  @BeforeEach
  void aDatabaseOfAnotherProgram() {
    source = DATABASE.emptySource();
    own = Jdbi.create(source);
    own.useHandle(
        handle -> {
          handle.execute("CREATE TABLE invoices AS SELECT 7 AS number");
          handle.execute(
              "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable', current_database()); END $$");
        });
  }

  @AfterEach
  void stop() {
    background.shutdown();
  }

  @Test
  void whatOneServerKeptTheNextGoesOnWith() {
    ProxyMachines machines = new ProxyMachines("proxy");
    try (ProxyOnPostgres proxy = proxy(machines)) {
      new Sandboxes(proxy.ports)
          .create(caller, new CreateRequest("build", null, null))
          .orElseThrow();
    }

    try (ProxyOnPostgres next = proxy(machines)) {
      assertThat(
              new Sandboxes(next.ports)
                  .run(caller, new CommandRequest("build", "make test", null, null, null))
                  .orElseThrow()
                  .stdout()
                  .text())
          .contains("make test");
    }
    assertThat(number("SELECT number FROM invoices")).isEqualTo(7);
    assertThat(number("SELECT count(*) FROM sandbox_activity WHERE line = 'make test'"))
        .isEqualTo(1);
  }

  private ProxyOnPostgres proxy(ProxyMachines machines) {
    return new ProxyOnPostgres(source, machines, connections, background);
  }

  private int number(String question) {
    return own.withHandle(handle -> handle.createQuery(question).mapTo(Integer.class).one());
  }
}

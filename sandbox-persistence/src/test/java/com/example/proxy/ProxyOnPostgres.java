package com.example.proxy;

import com.personalagentproxy.sandbox.access.Connections;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.life.Chronicle;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Surroundings;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.PostgresActivity;
import com.personalagentproxy.sandbox.persistence.PostgresChronicle;
import com.personalagentproxy.sandbox.persistence.PostgresSandboxStore;
import com.personalagentproxy.sandbox.persistence.PostgresSettledMoves;
import com.personalagentproxy.sandbox.persistence.Tables;
import com.zaxxer.hikari.HikariDataSource;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import org.jdbi.v3.core.Jdbi;
import org.postgresql.ds.PGSimpleDataSource;

/** The example of {@code docs/embedding.md}, with sandboxes and history in its own PostgreSQL. */
final class ProxyOnPostgres implements AutoCloseable {

  final Ports ports;
  private final HikariDataSource pool = new HikariDataSource();
  private final PostgresSettledMoves settledMoves;

  ProxyOnPostgres(
      PGSimpleDataSource source,
      MachineBackend machines,
      Connections connections,
      Executor background) {
    // Guarded writes that waited for another look again, and that needs this level.
    source.setOptions("-c default_transaction_isolation=read\\ committed");
    // Of a row that is refused no log tells the values: command lines and output are among them.
    source.setLogServerErrorDetail(false);

    Tables.COLLECTION.bringUpToDate(source);

    pool.setDataSource(source);
    Jdbi jdbi = Database.prepared(Jdbi.create(pool));
    SandboxStore store = new PostgresSandboxStore(jdbi);
    Activity activity = new PostgresActivity(jdbi);
    Chronicle chronicle = new PostgresChronicle(jdbi);
    settledMoves = new PostgresSettledMoves(source);

    ports =
        new Ports(
                store,
                machines,
                connections,
                organization -> true,
                new ProxyTasks(),
                activity,
                Surroundings.of(background, InstantSource.system()).settledMoves(settledMoves),
                Timing.USUAL)
            .chronicle(chronicle);
  }

  @Override
  public void close() {
    settledMoves.close();
    pool.close();
  }
}

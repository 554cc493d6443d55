package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.SettledMoves;
import com.personalagentproxy.sandbox.move.Surroundings;
import com.personalagentproxy.sandbox.move.Sweeper;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.persistence.identity.PostgresStandings;
import com.personalagentproxy.sandbox.world.WatchedMoves;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Jdbi;

/** All that a server has between its doors and its backend, on a pool of its own. */
record WholeServer(
    Database database,
    PostgresSettledMoves notices,
    WatchedMoves watched,
    ExecutorService background,
    Ports ports)
    implements AutoCloseable {

  static WholeServer on(Database database, MachineBackend backend, InstantSource clock) {
    return of(database, backend, clock, UnaryOperator.identity());
  }

  /**
   * @param heard what the server makes of the notices that come to it
   */
  static WholeServer of(
      Database database,
      MachineBackend backend,
      InstantSource clock,
      UnaryOperator<SettledMoves> heard) {
    PostgresSettledMoves notices = database.settledMoves();
    WatchedMoves watched = new WatchedMoves(heard.apply(notices));
    ExecutorService background = Executors.newCachedThreadPool(WholeServer::thread);
    Jdbi jdbi = database.jdbi();
    return new WholeServer(
        database,
        notices,
        watched,
        background,
        new Ports(
            new PostgresSandboxStore(jdbi),
            backend,
            new PostgresConnections(jdbi),
            new PostgresExperiments(jdbi),
            new PostgresTasks(jdbi),
            new PostgresActivity(jdbi),
            new PostgresStandings(jdbi),
            new PostgresShortcut(jdbi),
            new PostgresChronicle(jdbi),
            Surroundings.of(background, clock).settledMoves(watched),
            Timing.USUAL));
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "sandbox-background");
    thread.setDaemon(true);
    return thread;
  }

  Sandboxes sandboxes() {
    return new Sandboxes(ports);
  }

  Sweeper sweeper() {
    return new Sweeper(ports);
  }

  @Override
  public void close() {
    background.shutdown();
    notices.close();
    database.close();
  }
}

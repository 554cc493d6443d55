package com.personalagentproxy.sandbox.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections on which a request's head drips: each byte would put off the idle time-out
 * anew. Looks now and then; a connection that waits or works costs nothing else.
 */
final class SlowHeaders extends AbstractLifeCycle implements Connection.Listener {

  private final Server server;
  private final Duration lookEvery;
  private final long mostLooks;
  private final Map<Connection, Head> heads = new ConcurrentHashMap<>();

  /**
   * On a server's connections.
   *
   * @param patience with how long a head may take
   */
  SlowHeaders(Server server, Patience patience) {
    this.server = server;
    this.lookEvery = patience.look();
    this.mostLooks = Math.max(1, patience.head().dividedBy(patience.look()));
  }

  /** What was seen of a connection at the last look. */
  private record Head(long messages, long restedAt, int looks) {

    static final Head NEW = new Head(0, 0, 0);

    Head next(Connection connection) {
      long messages = connection.getMessagesIn();
      long bytes = connection.getBytesIn();
      boolean isAtWork = messages != connection.getMessagesOut();
      boolean isAnother = messages != this.messages;
      if (isAtWork || isAnother) {
        return new Head(messages, bytes, 0);
      }
      return new Head(messages, restedAt, bytes > restedAt ? looks + 1 : 0);
    }
  }

  @Override
  protected void doStart() {
    lookLater();
  }

  private void lookLater() {
    Scheduler scheduler = server.getScheduler();
    if (isStarting() || isStarted()) {
      scheduler.schedule(this::look, lookEvery.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void look() {
    try {
      heads.replaceAll((connection, head) -> head.next(connection));
      heads.forEach(
          (connection, head) -> {
            if (head.looks() > mostLooks) {
              connection.close();
            }
          });
    } finally {
      lookLater();
    }
  }

  @Override
  public void onOpened(Connection connection) {
    heads.put(connection, Head.NEW);
  }

  @Override
  public void onClosed(Connection connection) {
    heads.remove(connection);
  }
}

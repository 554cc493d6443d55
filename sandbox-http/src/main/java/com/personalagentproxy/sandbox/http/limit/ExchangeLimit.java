package com.personalagentproxy.sandbox.http.limit;

import com.personalagentproxy.sandbox.http.TooManyRequestsException;
import io.github.bucket4j.TimeMeter;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Optional;

/**
 * Counts what programs exchange for tokens, and give up: of one program at one address as many a
 * minute as an agent may send requests. Of what fails {@link StrangerLimit} lets through far less.
 * Safe for use by many threads.
 */
public final class ExchangeLimit {

  private final int proxies;
  private final Buckets<Program> programs;

  /** A client's id may be long, and is kept as a hash. */
  private record Program(String address, String client) {}

  /** Nothing is counted yet. */
  public ExchangeLimit(Limits limits) {
    this(limits, TimeMeter.SYSTEM_NANOTIME);
  }

  ExchangeLimit(Limits limits, TimeMeter time) {
    this.proxies = limits.proxies();
    this.programs = new Buckets<>(limits.agentRequests(), time);
  }

  /**
   * Counts a request of a program's, before anything is exchanged.
   *
   * @param client its id
   * @throws TooManyRequestsException if there were too many
   */
  public void count(Context context, String client) {
    Program program = new Program(ClientAddress.of(context, proxies), Hash.of(client));
    Optional<Duration> wait = programs.take(program);
    if (wait.isPresent()) {
      throw new TooManyRequestsException("This program", wait.get());
    }
  }
}

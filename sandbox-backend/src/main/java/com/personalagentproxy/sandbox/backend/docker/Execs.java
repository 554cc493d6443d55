package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.machine.BackendException;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts the script that runs commands, or ends one, in a container. */
final class Execs {

  private static final Duration FINISHING = Duration.ofSeconds(12);

  /** So much is heard of what a shell says, which may be another by now. */
  private static final int WORDS = 16;

  private final Engine engine;
  private final String user;

  Execs(Engine engine, String user) {
    this.engine = engine;
    this.user = user;
  }

  /**
   * Starts a lane.
   *
   * @throws com.github.dockerjava.api.exception.ConflictException if the container doesn't run
   * @throws com.github.dockerjava.api.exception.NotFoundException if it is gone
   */
  Streams lane(String container, InputStream requests) {
    return engine.start(create(container, user, "lane"), requests);
  }

  /**
   * Ends all processes that bear a mark; whether certainly none is left. It takes three seconds or
   * so if they don't want to.
   */
  boolean finish(String container, long mark) throws InterruptedException {
    Requests none = new Requests();
    none.close();
    Streams streams = engine.start(create(container, "0:0", "finish", Long.toString(mark)), none);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Future<?> reading =
        engine
            .threads()
            .submit(
                () -> {
                  Frames.read(streams.printed(), words(said), (buffer, offset, length) -> {});
                  return true;
                });
    try {
      reading.get(FINISHING.toMillis(), TimeUnit.MILLISECONDS);
      return said.toString(StandardCharsets.US_ASCII).strip().equals("none");
    } catch (ExecutionException | TimeoutException cut) {
      return false;
    } finally {
      reading.cancel(true);
      streams.close();
    }
  }

  /** Keeps the first words. */
  static Frames.Stream words(ByteArrayOutputStream said) {
    return (buffer, offset, length) ->
        said.write(buffer, offset, Math.min(length, WORDS - said.size()));
  }

  private String create(String container, String as, String... arguments) {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", Scripts.LANE, "lane"));
    command.addAll(List.of(arguments));
    String exec =
        engine
            .ask(
                "open a shell in a machine",
                Engine.USUAL,
                client ->
                    client
                        .execCreateCmd(container)
                        .withUser(as)
                        .withAttachStdin(true)
                        .withAttachStdout(true)
                        .withAttachStderr(true)
                        .withCmd(command.toArray(String[]::new))
                        .exec())
            .getId();
    if (exec == null) {
      throw new BackendException.Failed("The Docker engine gave an exec no name.", null);
    }
    return exec;
  }
}

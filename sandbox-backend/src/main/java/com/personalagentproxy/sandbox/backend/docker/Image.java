package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.exception.NotFoundException;
import com.personalagentproxy.sandbox.machine.BackendException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The image that machines are made of. One that is missing is pulled in the background, once
 * however many ask for it; meanwhile machines can't be made, and callers are told how far it is.
 * Safe for use by many threads.
 */
final class Image {

  private static final Logger LOG = LoggerFactory.getLogger(Image.class);

  /** A pull of which nothing is heard for so long is given up. */
  private static final Duration SILENCE = Duration.ofMinutes(2);

  private final Engine engine;
  private final String name;
  private final Duration silence;
  private volatile boolean there;

  /** What the last pull ended with; it is told until the next one has got something. */
  private volatile @Nullable String failure;

  private @Nullable Pull current;

  Image(Engine engine, String name) {
    this(engine, name, SILENCE);
  }

  /**
   * The same.
   *
   * @param silence how long nothing may be heard of a pull
   */
  Image(Engine engine, String name, Duration silence) {
    this.engine = engine;
    this.name = name;
    this.silence = silence;
  }

  /** Sees whether it is there, and has it pulled if not; an engine that is away is asked later. */
  void prepare() {
    pull();
  }

  /**
   * Comes back if it is there.
   *
   * @throws BackendException.Failed if it isn't: it is being pulled, or was and that failed; it is
   *     tried anew then
   */
  void require() {
    if (there || isThere()) {
      return;
    }
    String failed = failure;
    Optional<String> progress = pull().progress();
    throw new BackendException.Failed(
        failed != null && progress.isEmpty()
            ? "The image %s couldn't be pulled: %s It is tried again; pull it by hand, or name another with image=… in SANDBOX_BACKEND."
                .formatted(name, failed)
            : "The image %s isn't here yet: %s. Try again in a minute."
                .formatted(name, progress.orElse("the pull has begun")),
        null);
  }

  /** It was here a moment ago, and isn't any more. */
  void isMissing() {
    there = false;
  }

  private boolean isThere() {
    try {
      engine.ask(
          "look for the image " + name,
          Engine.USUAL,
          client -> client.inspectImageCmd(name).exec());
      there = true;
      failure = null;
    } catch (NotFoundException missing) {
      there = false;
    }
    return there;
  }

  /** The pull that is under way, be it from now on. */
  private synchronized Pull pull() {
    Pull now = current;
    if (now == null) {
      now = new Pull(engine, name, silence);
      Pull started = now;
      engine.execute(() -> follow(started));
      current = now;
    }
    return now;
  }

  private void follow(Pull started) {
    try {
      // Another pull may have ended since whoever wants this one looked.
      if (!isThere()) {
        LOG.info("The image {} isn't here; it is being pulled.", name);
        settle(started.run());
      }
    } catch (BackendException away) {
      // Unless it is us who go.
      if (!engine.isClosed()) {
        LOG.warn("{}", away.getMessage());
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } finally {
      ended();
    }
  }

  private synchronized void ended() {
    current = null;
  }

  private void settle(Optional<String> why) {
    failure = Failures.sentence(why.orElse("the engine doesn't say why"));
    if (isThere()) {
      LOG.info("The image {} is here.", name);
    } else {
      LOG.warn("The image {} couldn't be pulled: {}", name, failure);
    }
  }
}

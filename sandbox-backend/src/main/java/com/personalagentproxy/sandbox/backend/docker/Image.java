package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.PullResponseItem;
import com.personalagentproxy.sandbox.machine.BackendException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The image that machines are made of. One that is missing is pulled in the background; meanwhile
 * machines can't be made, and callers are told how far it is.
 */
final class Image {

  private static final Logger LOG = LoggerFactory.getLogger(Image.class);
  private static final int SAY_EVERY_SECONDS = 5;

  /** A pull that gets nothing for so long is given up. */
  private static final Duration SILENCE = Duration.ofMinutes(2);

  private static final long MEBIBYTE = 1024 * 1024;

  private record Layer(long current, long total) {}

  private final Engine engine;
  private final String name;
  private volatile boolean there;
  private volatile @Nullable Pull pull;
  private volatile @Nullable String failure;

  Image(Engine engine, String name) {
    this.engine = engine;
    this.name = name;
  }

  /** Sees whether it is there, and has it pulled if not; an engine that is away is asked later. */
  void prepare() {
    engine
        .threads()
        .execute(
            () -> {
              try {
                if (!isThere()) {
                  startPull();
                }
              } catch (BackendException away) {
                // Unless it is us who go.
                if (!engine.isClosed()) {
                  LOG.warn("{}", away.getMessage());
                }
              }
            });
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
    failure = null;
    Pull now = startPull();
    throw new BackendException.Failed(
        failed != null
            ? "The image %s couldn't be pulled: %s It is tried again; pull it by hand, or name another with image=… in SANDBOX_BACKEND."
                .formatted(name, failed)
            : "The image %s isn't here yet: %s. Try again in a minute."
                .formatted(name, now.progress()),
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

  private synchronized Pull startPull() {
    Pull now = pull;
    if (now == null) {
      LOG.info("The image {} isn't here; it is being pulled.", name);
      now = new Pull();
      pull = now;
      Pull started = now;
      engine.threads().execute(() -> follow(started));
    }
    return now;
  }

  private void follow(Pull started) {
    try {
      engine.client().pullImageCmd(name).exec(started);
      long quietSince = System.nanoTime();
      String said = "";
      while (!started.ended.await(SAY_EVERY_SECONDS, TimeUnit.SECONDS)) {
        String progress = started.progress();
        if (!progress.equals(said)) {
          LOG.info("The image {} is being pulled: {}.", name, progress);
          said = progress;
          quietSince = System.nanoTime();
        } else if (System.nanoTime() - quietSince > SILENCE.toNanos()) {
          started.fail("nothing came for two minutes.");
          started.close();
        }
      }
      finish(started.why);
    } catch (InterruptedException shuttingDown) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException refused) {
      finish(String.valueOf(refused.getMessage()));
    }
  }

  private synchronized void finish(@Nullable String why) {
    pull = null;
    try {
      if (isThere()) {
        LOG.info("The image {} is here.", name);
        return;
      }
    } catch (BackendException away) {
      // Said by whoever asks next.
    }
    failure = Engine.sentence(why == null ? "the engine doesn't say why" : why);
    LOG.warn("The image {} couldn't be pulled: {}", name, failure);
  }

  /** What the engine says of a pull. */
  private static final class Pull extends ResultCallback.Adapter<PullResponseItem> {

    private final Map<String, Layer> layers = new ConcurrentHashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable String why;

    @Override
    public void onNext(PullResponseItem item) {
      String error = item.getErrorDetail() == null ? null : item.getErrorDetail().getMessage();
      if (error != null) {
        fail(error);
      }
      if (item.getId() != null && item.getProgressDetail() != null) {
        Long current = item.getProgressDetail().getCurrent();
        Long total = item.getProgressDetail().getTotal();
        // Unpacking counts anew; what was fetched is the larger part.
        if (current != null && total != null && "Downloading".equals(item.getStatus())) {
          layers.put(item.getId(), new Layer(current, total));
        }
      }
    }

    @Override
    public void onError(Throwable throwable) {
      // Not the library's own: that would log it as an error, trace and all.
      fail(String.valueOf(throwable.getMessage()));
      ended.countDown();
    }

    @Override
    public void onComplete() {
      super.onComplete();
      ended.countDown();
    }

    void fail(String reason) {
      why = reason;
    }

    String progress() {
      long current = layers.values().stream().mapToLong(Layer::current).sum();
      long total = layers.values().stream().mapToLong(Layer::total).sum();
      return total == 0
          ? "the pull has begun"
          : "%d of %d MiB are pulled".formatted(current / MEBIBYTE, total / MEBIBYTE);
    }
  }
}

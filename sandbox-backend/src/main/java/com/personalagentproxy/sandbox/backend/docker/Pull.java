package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.PullResponseItem;
import com.github.dockerjava.api.model.ResponseItem;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A pull of an image, on a connection of its own; run once. */
final class Pull {

  private static final Logger LOG = LoggerFactory.getLogger(Pull.class);
  private static final long SAY_EVERY = TimeUnit.SECONDS.toNanos(5);

  /** What is heard of it. */
  private sealed interface News {
    record Step(PullResponseItem item) implements News {}

    record End(Optional<String> why) implements News {}
  }

  private final Engine engine;
  private final String image;
  private final Duration silence;
  private final PullProgress progress = new PullProgress();
  private final BlockingQueue<News> heard = new LinkedBlockingQueue<>();

  /**
   * @param silence when nothing is heard for so long, it is given up
   */
  Pull(Engine engine, String image, Duration silence) {
    this.engine = engine;
    this.image = image;
    this.silence = silence;
  }

  /** How far it is, such as “3 of 20 MiB are pulled”; empty as long as nothing has come. */
  Optional<String> progress() {
    return progress.told();
  }

  /**
   * Pulls it, and comes back when that has ended, in whatever way. The progress is logged.
   *
   * @return why it failed, if the engine says that it did
   */
  Optional<String> run() throws InterruptedException {
    try (DockerClient client = engine.apart()) {
      client.pullImageCmd(image).exec(new Listener());
      return followed();
    } catch (IOException | RuntimeException refused) {
      return Optional.of(String.valueOf(refused.getMessage()));
    }
  }

  private Optional<String> followed() throws InterruptedException {
    Optional<String> why = Optional.empty();
    long said = System.nanoTime();
    while (true) {
      News news = heard.poll(silence.toNanos(), TimeUnit.NANOSECONDS);
      if (news == null) {
        return Optional.of("nothing has come for %d seconds".formatted(silence.toSeconds()));
      }
      if (news instanceof News.End end) {
        return why.or(end::why);
      }
      if (news instanceof News.Step step) {
        why = why.or(() -> error(step.item()));
        progress.add(step.item());
      }
      if (System.nanoTime() - said > SAY_EVERY) {
        progress.told().ifPresent(far -> LOG.info("The image {}: {}.", image, far));
        said = System.nanoTime();
      }
    }
  }

  private static Optional<String> error(PullResponseItem item) {
    return Optional.ofNullable(item.getErrorDetail()).map(ResponseItem.ErrorDetail::getMessage);
  }

  /** Not the library's own, which would log errors, trace and all. */
  private final class Listener implements ResultCallback<PullResponseItem> {

    @Override
    public void onStart(Closeable stream) {
      // It is closed with the connection.
    }

    @Override
    public void onNext(PullResponseItem item) {
      heard.add(new News.Step(item));
    }

    @Override
    public void onError(Throwable throwable) {
      heard.add(new News.End(Optional.of(String.valueOf(throwable.getMessage()))));
    }

    @Override
    public void onComplete() {
      heard.add(new News.End(Optional.empty()));
    }

    @Override
    public void close() {
      // So is this.
    }
  }
}

package com.personalagentproxy.sandbox.backend.protocol;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend.Gap;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the service says of itself. Asked for when it is needed and isn't known, or may have changed
 * since: a service that was away may have come back as another, and what it said holds for a minute
 * at most. Safe for use by many threads.
 */
final class Introduction {

  /** What is known of the service. */
  sealed interface Known {}

  /** What it said. */
  record Told(Isolation isolation, String description, List<Gap> gaps) implements Known {}

  /**
   * Nothing.
   *
   * @param why a sentence
   */
  record Away(String why) implements Known {}

  private static final String WHAT = "an introduction";
  private static final Duration FRESH = Duration.ofMinutes(1);
  private static final int VERSION = 1;
  private static final int MOST_GAPS = 1000;

  private final Service service;
  private final Patience patience;
  private final ReentrantLock asking = new ReentrantLock();
  private volatile @Nullable Known known;
  private volatile boolean isDoubted = true;
  private volatile Deadline fresh = Deadline.in(Duration.ZERO);
  private volatile Deadline rest = Deadline.in(Duration.ZERO);

  Introduction(Service service, Patience patience) {
    this.service = service;
    this.patience = patience;
  }

  /** The service was cut off: what it said may not hold any more. */
  void doubt() {
    isDoubted = true;
  }

  /** The service has answered: if it was away, it is back. */
  void reached() {
    if (known instanceof Away) {
      rest = Deadline.in(Duration.ZERO);
    }
  }

  /** What is known now; asks if need be, for a few seconds at most, and not again and again. */
  Known known() {
    Known before = known;
    if (before != null && (!mayHaveChanged() || !rest.hasPassed())) {
      return before;
    }
    if (before != null && !asking.tryLock()) {
      // Another is asking.
      return before;
    } else if (before == null) {
      asking.lock();
    }
    try {
      Known meanwhile = known;
      return meanwhile != null && meanwhile != before ? meanwhile : ask();
    } finally {
      asking.unlock();
    }
  }

  private boolean mayHaveChanged() {
    return isDoubted || fresh.hasPassed();
  }

  private Known ask() {
    isDoubted = false;
    Known now;
    try {
      now = read(service.call("GET", "/", null, patience.introduce()));
    } catch (Cut cut) {
      now = new Away(cut.sentence());
    } catch (BackendException.Failed refused) {
      now = new Away(String.valueOf(refused.getMessage()));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      now = new Away("Nobody waited for the backend's answer.");
    }
    if (now instanceof Away) {
      isDoubted = true;
      rest = Deadline.in(patience.rest());
    }
    fresh = Deadline.in(FRESH);
    known = now;
    return now;
  }

  private static Told read(Reply reply) throws Cut {
    if (reply.status() != Reply.OK) {
      throw ErrorAnswer.of(reply).failed();
    }
    Fields fields = reply.fields(WHAT);
    long version = fields.number("protocol", 0, Long.MAX_VALUE);
    if (version != VERSION) {
      throw new Cut(
          "The backend speaks version %s of the backend protocol, and this server version %s. Bring the older of the two up to date."
              .formatted(version, VERSION));
    }
    return new Told(isolation(fields), fields.sentence("description"), gaps(fields));
  }

  private static Isolation isolation(Fields fields) throws Cut {
    String word = fields.text("isolation");
    return Optional.of(word)
        .filter(text -> text.equals(text.toLowerCase(Locale.ROOT)))
        .flatMap(
            text ->
                List.of(Isolation.values()).stream()
                    .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(text))
                    .findFirst())
        .orElseThrow(() -> fields.wrong("isolation"));
  }

  private static List<Gap> gaps(Fields fields) throws Cut {
    JsonNode told = fields.at("gaps");
    if (told.isMissingNode()) {
      return List.of();
    }
    if (!told.isArray() || told.size() > MOST_GAPS) {
      throw fields.wrong("gaps");
    }
    List<Gap> gaps = new ArrayList<>();
    for (JsonNode each : told) {
      Fields gap = Fields.of(each, "a gap");
      gaps.add(new Gap(gap.sentence("check"), gap.sentence("why")));
    }
    return List.copyOf(gaps);
  }
}

package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.PageRequest;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.console.LifePage.Span;
import com.personalagentproxy.sandbox.life.Chronicle;
import com.personalagentproxy.sandbox.life.Step;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads sandboxes' lives: the states they were in. */
final class Lives {

  private static final int LONGEST_TOKEN = 60;

  private final Chronicle chronicle;

  Lives(Chronicle chronicle) {
    this.chronicle = chronicle;
  }

  /**
   * A page of spans. The first begins with the state that the row is in, whether or not the
   * chronicle has it (yet, or any more).
   *
   * @param page a step's number, then since when what came after it was
   */
  Answer<LifePage> page(Sandbox row, @Nullable String page) {
    if (page == null) {
      return Answer.done(from(row));
    }
    int cut = page.indexOf('_');
    if (cut < 0 || page.length() > LONGEST_TOKEN) {
      return PagePlace.none();
    }
    try {
      long before = Long.parseUnsignedLong(page.substring(0, cut));
      Instant until = Instant.parse(page.substring(cut + 1));
      return before < 0
          ? PagePlace.none()
          : Answer.done(pageOf(read(row, before), new ArrayList<>(), until));
    } catch (NumberFormatException | DateTimeParseException notAPlace) {
      return PagePlace.none();
    }
  }

  private LifePage from(Sandbox row) {
    List<Step> steps = read(row, Chronicle.NO_NUMBER);
    List<Span> spans = new ArrayList<>();
    Instant since = row.state().since();
    boolean isWritten =
        !steps.isEmpty()
            && row.state().name() == steps.get(0).state()
            && !steps.get(0).at().isAfter(since);
    if (!isWritten) {
      spans.add(new Span(row.state().name(), since, null, row.reason()));
      steps = steps.stream().filter(step -> step.at().isBefore(since)).toList();
      return pageOf(steps, spans, since);
    }
    return pageOf(steps, spans, null);
  }

  private List<Step> read(Sandbox row, long before) {
    return chronicle.of(row.id(), before, PageRequest.PAGE + 1);
  }

  private static LifePage pageOf(List<Step> steps, List<Span> spans, @Nullable Instant before) {
    @Nullable Instant until = before;
    int shown = Math.min(steps.size(), PageRequest.PAGE);
    for (Step step : steps.subList(0, shown)) {
      if (step.state() != null) {
        spans.add(new Span(step.state(), step.at(), until, step.reason()));
        until = step.at();
      }
    }
    String next = steps.size() > shown ? steps.get(shown - 1).number() + "_" + until : null;
    return new LifePage(spans, next);
  }
}

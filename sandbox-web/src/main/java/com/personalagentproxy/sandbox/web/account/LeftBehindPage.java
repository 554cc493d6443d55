package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.web.page.Moment;
import com.personalagentproxy.sandbox.web.page.StateWord;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sandboxes that former members left behind.
 *
 * @param next what the link to the next page carries; absent on the last
 */
public record LeftBehindPage(List<Row> sandboxes, boolean isFirst, @Nullable String next) {

  public LeftBehindPage {
    sandboxes = List.copyOf(sandboxes);
  }

  /**
   * One of them.
   *
   * @param mayGo whether it may be deleted now: it isn't being deleted already
   */
  public record Row(
      String id,
      String name,
      String connection,
      StateWord state,
      Moment made,
      Moment lastUsed,
      boolean mayGo) {

    static Row of(SandboxView view, Instant now) {
      return new Row(
          view.id().toString(),
          view.name(),
          view.connection().name(),
          StateWord.of(view.state()),
          Moment.of(view.madeAt(), now),
          Moment.of(view.lastUsed(), now),
          view.state() != StateName.DELETING);
    }
  }
}

package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.machine.StateName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox as the pages show it.
 *
 * @param sleeps when it will be put to sleep; absent unless that is due
 */
public record SandboxRow(
    String id,
    String name,
    String connection,
    StateWord state,
    Moment since,
    @Nullable User user,
    int running,
    Moment lastUsed,
    @Nullable Moment sleeps,
    String reason,
    String madeBy,
    Moment made,
    Deeds deeds) {

  /** The task using it. */
  public record User(String task, String title, String agent, Moment since) {

    /** Whether it is a task that is called what its agent is: the agent's own. */
    public boolean isOwnTask() {
      return title.equals(agent);
    }
  }

  /** What a person may do with it as it is. */
  public record Deeds(boolean sleep, boolean wake, boolean delete) {}

  static SandboxRow of(SandboxView view, Instant now) {
    SandboxView.User user = view.user();
    Instant sleepsAt = view.sleepsAt();
    return new SandboxRow(
        view.id().toString(),
        view.name(),
        view.connection().name(),
        StateWord.of(view.state()),
        Moment.of(view.since(), now),
        user == null
            ? null
            : new User(user.task(), user.title(), user.agent(), Moment.of(user.since(), now)),
        view.running(),
        Moment.of(view.lastUsed(), now),
        sleepsAt == null ? null : Moment.of(sleepsAt, now),
        view.reason(),
        view.madeBy(),
        Moment.of(view.madeAt(), now),
        new Deeds(
            view.state() == StateName.AWAKE,
            view.state() == StateName.ASLEEP,
            view.state() != StateName.DELETING));
  }

  /** Whether somebody is in the middle of something: then people are asked before it sleeps. */
  public boolean isBusy() {
    return user != null || running > 0;
  }

  /** How many commands run in it, people's too, for a sentence. */
  public String runs() {
    return running == 1 ? "1 command runs" : running + " commands run";
  }

  /**
   * The page that asks before a deed, and leads back to where it was asked for. That it leads to
   * the list goes without saying.
   */
  public String asks(String deed, String back) {
    String page = address() + "/" + deed;
    return back.equals("/")
        ? page
        : page + "?back=" + URLEncoder.encode(back, StandardCharsets.UTF_8);
  }

  /** Its own page. */
  public String address() {
    return "/sandboxes/" + id;
  }
}

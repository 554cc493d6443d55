package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.console.ActivityQuery;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Which entries of the history are shown; what is absent doesn't narrow. */
public record HistoryAsked(
    @Nullable String agent,
    @Nullable String task,
    @Nullable String sandbox,
    @Nullable String deed,
    @Nullable String page) {

  static HistoryAsked by(Visit visit) {
    return new HistoryAsked(
        visit.query("agent"),
        visit.query("task"),
        visit.query("sandbox"),
        visit.query("deed"),
        visit.query("page"));
  }

  ActivityQuery query() {
    return new ActivityQuery(agent, task, sandbox, deed, page);
  }

  /** Whether it is the first page. */
  public boolean isFirst() {
    return page == null;
  }

  /** Whether not all are asked for. */
  public boolean isNarrowed() {
    return agent != null || task != null || sandbox != null || deed != null;
  }

  /** The same of one agent, or of all. */
  public HistoryAsked ofAgent(@Nullable String other) {
    return new HistoryAsked(other, task, sandbox, deed, null);
  }

  /** The same for one task, or for all. */
  public HistoryAsked forTask(@Nullable String other) {
    return new HistoryAsked(agent, other, sandbox, deed, null);
  }

  /** The same about one sandbox, or about all. */
  public HistoryAsked about(@Nullable String other) {
    return new HistoryAsked(agent, task, other, deed, null);
  }

  /** The same from that place on, or from the newest. */
  public HistoryAsked at(@Nullable String place) {
    return new HistoryAsked(agent, task, sandbox, deed, place);
  }

  /** The address of the page. */
  public String address() {
    return "/activity" + question();
  }

  /** The address of the file. */
  public String file() {
    return "/activity.csv" + at(null).question();
  }

  private String question() {
    StringJoiner question = new StringJoiner("&", "?", "").setEmptyValue("");
    add(question, "agent", agent);
    add(question, "task", task);
    add(question, "sandbox", sandbox);
    add(question, "deed", deed);
    add(question, "page", page);
    return question.toString();
  }

  private static void add(StringJoiner question, String name, @Nullable String value) {
    if (value != null) {
      question.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
    }
  }
}

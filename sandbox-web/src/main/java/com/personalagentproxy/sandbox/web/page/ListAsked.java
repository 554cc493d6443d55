package com.personalagentproxy.sandbox.web.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Which sandboxes a list shows.
 *
 * @param search part of their names; all if absent
 * @param state the word for their state; all if absent
 * @param page where it goes on; from the newest if absent
 */
public record ListAsked(@Nullable String search, @Nullable String state, @Nullable String page) {

  static ListAsked by(Visit visit) {
    return new ListAsked(visit.query("search"), visit.query("state"), visit.query("page"));
  }

  /** Whether it is the first page. */
  public boolean isFirst() {
    return page == null;
  }

  /** Whether not all are asked for. */
  public boolean isNarrowed() {
    return search != null || state != null;
  }

  /** The address of the first page. */
  public String first() {
    return new ListAsked(search, state, null).here();
  }

  /** The address of the page at this place. */
  public String at(String place) {
    return new ListAsked(search, state, place).here();
  }

  /** The address of this page. */
  public String here() {
    return "/" + question();
  }

  /** What an address that asks for the same carries after its path. */
  public String question() {
    StringBuilder question = new StringBuilder();
    append(question, "search", search);
    append(question, "state", state);
    append(question, "page", page);
    return question.toString();
  }

  private static void append(StringBuilder question, String name, @Nullable String value) {
    if (value != null) {
      question
          .append(question.isEmpty() ? '?' : '&')
          .append(name)
          .append('=')
          .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
    }
  }
}

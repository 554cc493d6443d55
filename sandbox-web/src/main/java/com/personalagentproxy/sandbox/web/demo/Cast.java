package com.personalagentproxy.sandbox.web.demo;

/** The tasks in the story. */
enum Cast {
  FIRST("Fix the flaky test"),
  SUB("Find the test that flakes"),
  SECOND("Write the release notes");

  private final String title;

  Cast(String title) {
    this.title = title;
  }

  /** The title in one telling of the story. */
  String title(String mark) {
    return "%s (demo %s)".formatted(title, mark);
  }
}

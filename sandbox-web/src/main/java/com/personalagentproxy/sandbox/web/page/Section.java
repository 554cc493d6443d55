package com.personalagentproxy.sandbox.web.page;

/** The parts of the web app that the navigation leads to, in its order. */
public enum Section {
  SANDBOXES("Sandboxes", "/"),
  TASKS("Tasks", "/tasks"),
  ACTIVITY("Activity", "/activity"),
  CONNECTIONS("Connections", "/connections"),
  AGENTS("Agents", "/agents"),
  ORGANIZATION("Organization", "/organization");

  private final String title;
  private final String address;

  Section(String title, String address) {
    this.title = title;
    this.address = address;
  }

  /** What the navigation calls it. */
  public String title() {
    return title;
  }

  /** Where it begins. */
  public String address() {
    return address;
  }
}

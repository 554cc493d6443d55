package com.personalagentproxy.sandbox.web.browser;

import java.util.Locale;

/** A page as it is looked at. */
enum ShownPage {
  SANDBOXES("/"),
  NONE_FITS("/?search=nothing+like+it"),
  SANDBOX("/sandboxes/{busy}"),
  HOSTILE_SANDBOX("/sandboxes/{hostile}"),
  ASK_BEFORE_DELETE("/sandboxes/{busy}/delete"),
  ASK_BEFORE_SLEEP("/sandboxes/{busy}/sleep"),
  FOLDER("/sandboxes/{busy}/files"),
  FOLDER_ASLEEP("/sandboxes/{asleep}/files"),
  FILE("/sandboxes/{busy}/file?path=notes.txt"),
  PICTURE("/sandboxes/{busy}/file?path=picture.svg"),
  TASKS("/tasks"),
  ACTIVITY("/activity"),
  CONNECTIONS("/connections"),
  AGENTS("/agents"),
  ORGANIZATION("/organization"),
  LEFT_BEHIND("/organization/left-behind"),
  ACCOUNT("/account"),
  SIGN_IN("/sign-in"),
  NOT_FOUND("/nothing/here"),
  DOCS("/docs");

  private final String address;

  ShownPage(String address) {
    this.address = address;
  }

  String address(Scene scene) {
    return address
        .replace("{busy}", scene.busy())
        .replace("{asleep}", scene.asleep())
        .replace("{hostile}", scene.hostile());
  }

  boolean isForStrangers() {
    return this == SIGN_IN;
  }

  boolean isAnsweredWithAnError() {
    return this == NOT_FOUND;
  }

  /** Opens what is closed. */
  void prepare(Window window) {
    if (this != DOCS) {
      window
          .page()
          .evaluate(
              "document.querySelectorAll('main details').forEach((each) => { each.open = true; })");
    }
    if (this == TASKS) {
      window.page().evaluate("document.querySelector('details.menu').open = true");
    }
  }

  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

package com.personalagentproxy.sandbox.web.browser;

import java.util.Locale;
import java.util.function.Function;

/** A page as it is looked at. */
enum ShownPage {
  SANDBOXES(scene -> "/"),
  NONE_FITS(scene -> "/?search=nothing+like+it"),
  ASK_BEFORE_DELETE(scene -> "/sandboxes/" + scene.busy() + "/delete"),
  ASK_BEFORE_SLEEP(scene -> "/sandboxes/" + scene.busy() + "/sleep"),
  CONNECTIONS(scene -> "/connections"),
  SIGN_IN(scene -> "/sign-in"),
  NOT_FOUND(scene -> "/nothing/here"),
  DOCS(scene -> "/docs");

  private final Function<Scene, String> address;

  ShownPage(Function<Scene, String> address) {
    this.address = address;
  }

  String address(Scene scene) {
    return address.apply(scene);
  }

  boolean isForStrangers() {
    return this == SIGN_IN;
  }

  boolean isAnsweredWithAnError() {
    return this == NOT_FOUND;
  }

  /** Opens what is closed. */
  void prepare(Window window) {
    if (this == CONNECTIONS) {
      window.at("details.menu").first().evaluate("menu => { menu.open = true; }");
    }
  }

  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

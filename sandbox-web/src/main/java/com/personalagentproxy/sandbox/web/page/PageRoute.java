package com.personalagentproxy.sandbox.web.page;

import io.javalin.http.HandlerType;

/** Every address of the page, each with who may ask for it. */
enum PageRoute {
  LIST(HandlerType.GET, "/", For.SIGNED_IN),
  ASK_BEFORE_DELETE(HandlerType.GET, "/sandboxes/{sandbox}/delete", For.SIGNED_IN),
  DELETE(HandlerType.POST, "/sandboxes/{sandbox}/delete", For.SIGNED_IN),
  SWITCH(HandlerType.POST, "/connections/{connection}/{action}", For.SIGNED_IN),
  SIGN_OUT(HandlerType.POST, "/sign-out", For.SIGNED_IN),
  OFFER_SIGN_IN(HandlerType.GET, "/sign-in", For.EVERYBODY),
  SIGN_IN(HandlerType.POST, "/sign-in", For.EVERYBODY),
  STYLE(HandlerType.GET, Style.PATH, For.EVERYBODY);

  /** Who may ask. */
  enum For {
    EVERYBODY,
    SIGNED_IN
  }

  private final HandlerType method;
  private final String path;
  private final For whom;

  PageRoute(HandlerType method, String path, For whom) {
    this.method = method;
    this.path = path;
    this.whom = whom;
  }

  HandlerType method() {
    return method;
  }

  String path() {
    return path;
  }

  For whom() {
    return whom;
  }

  /** Whether it changes something, and so takes only forms that bear the session's token. */
  boolean isForm() {
    return method.equals(HandlerType.POST);
  }
}

package com.personalagentproxy.sandbox.web.command;

/** What is asked of the server. */
record Serving(Terminal terminal) {
  int serve() {
    terminal.say("");
    return 0;
  }

  int signIn() {
    terminal.say("");
    return 0;
  }
}

package com.personalagentproxy.sandbox.web.command;

/** What is asked about agents. */
record AgentDesk(Terminal terminal) {
  int add(String name) {
    terminal.say(name);
    return 0;
  }

  int list() {
    return 0;
  }

  int revoke(String name) {
    terminal.say(name);
    return 0;
  }
}

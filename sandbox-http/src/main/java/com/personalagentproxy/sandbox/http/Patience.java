package com.personalagentproxy.sandbox.http;

import java.time.Duration;

/**
 * How long the server waits for slow callers.
 *
 * @param idle how long a connection may be silent; while a request is worked on it may
 * @param head how long a request's head may take, give or take a look
 * @param look how often heads are looked at
 * @param body how long the server waits for a body in all, besides the time that its size takes
 */
record Patience(Duration idle, Duration head, Duration look, Duration body) {

  static final Patience USUAL =
      new Patience(
          Duration.ofSeconds(30),
          Duration.ofSeconds(20),
          Duration.ofSeconds(5),
          Duration.ofSeconds(30));
}

package com.personalagentproxy.sandbox.backend.protocol;

import java.time.Duration;

/**
 * How long the service may take. A command's own time is shorter than what the service may take for
 * it, and that is shorter than what this server's callers wait (X5); a move is given up before it
 * counts as stuck (M6).
 *
 * @param silence until a command's answer begins, and then until its next line; a sign of life is
 *     due every five seconds
 * @param beyondCommand until the outcome of a command whose time is up
 * @param make until a machine is made
 * @param move until any other move is done
 * @param look until a question is answered
 * @param introduce until the service has said what it is
 * @param gone until the outcome of a command that was to be ended and doesn't run any more
 * @param rest from such a question to the next
 */
record Patience(
    Duration silence,
    Duration beyondCommand,
    Duration make,
    Duration move,
    Duration look,
    Duration introduce,
    Duration gone,
    Duration rest) {

  static final Patience USUAL =
      new Patience(
          Duration.ofSeconds(20),
          Duration.ofSeconds(15),
          Duration.ofSeconds(150),
          Duration.ofSeconds(100),
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5));
}

package com.personalagentproxy.sandbox.web;

/** The program: a server and its command line. */
public final class Main {

  private Main() {}

  /** Runs the command that {@code arguments} name. */
  public static void main(String[] arguments) {
    System.out.println("Sandboxes 0.1.0-SNAPSHOT: nothing to run yet.");
  }
}

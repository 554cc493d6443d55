package com.personalagentproxy.sandbox.backend.docker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * What runs in machines besides commands. Plain POSIX shell, since images have nothing else in
 * common.
 */
final class Scripts {

  /** Keeps a machine awake, as the only child of the engine's init. */
  static final String KEEPER = read("keeper.sh");

  /** Runs commands, or ends one. */
  static final String LANE = read("lane.sh");

  private Scripts() {}

  private static String read(String name) {
    try (InputStream script = Scripts.class.getResourceAsStream(name)) {
      if (script == null) {
        throw new IllegalStateException("The script " + name + " is missing from the jar.");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}

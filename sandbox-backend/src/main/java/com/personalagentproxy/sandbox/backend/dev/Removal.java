package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * Removes folders with all that commands may have left in them.
 *
 * @param program that removes, as {@code rm} does
 * @param patience for how long each program may take
 */
record Removal(String program, Duration patience) {

  static final Removal USUAL = new Removal("rm", Duration.ofMinutes(1));

  /**
   * Comes back when it is gone. rm follows no links, isn't stopped by paths longer than the system
   * takes, and can't be led out of the folder by what is renamed under its feet; what commands
   * protected from themselves it first has to be allowed to enter.
   *
   * @throws Trouble if it isn't gone; what was removed is, and another try goes on from there
   */
  void of(Path folder) throws IOException {
    if (!isThere(folder)) {
      return;
    }
    if (!removes(folder)) {
      inTime(Programs.run(List.of("chmod", "-R", "u+rwx", "--", folder.toString()), patience));
      removes(folder);
    }
    if (isThere(folder)) {
      throw new Trouble(
          "Not all of its files can be removed: something on this computer holds them, or protects them. It is tried again.");
    }
  }

  private boolean removes(Path folder) throws IOException {
    return inTime(Programs.run(List.of(program, "-rf", "--", folder.toString()), patience)) == 0;
  }

  private static int inTime(OptionalInt code) throws Trouble {
    return code.orElseThrow(
        () ->
            new Trouble(
                "Its files are not all removed yet: there are many, or this computer's disk is slow. It is tried again."));
  }

  private static boolean isThere(Path folder) {
    return Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
  }
}

package com.personalagentproxy.sandbox.backend.dev;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * What a folder of machines has on its processes and control groups, so that no server ends
 * another's: neither one in a container, whose folder has the same path there, nor one that keeps a
 * copy of the folder.
 *
 * @param number of the {@link Mark}s: 24 bits, of which the first is set
 * @param group the name of the control group that all machines' groups are in
 */
record HomeTag(long number, String group) {

  private static final String GROUP = "sandboxes-";
  private static final int BITS = 0xFFFFFF;

  /** Never 0: small limits are what others might set. */
  private static final int HIGHEST_BIT = 0x800000;

  private static final int NAMED = 8;

  /**
   * @param home its real path
   * @param id {@link HomeId}
   */
  static HomeTag of(Path home, UUID id) {
    ByteBuffer digest = digest(home + "\n" + id);
    return new HomeTag(
        (digest.getInt() & BITS) | HIGHEST_BIT, GROUP + "%016x".formatted(digest.getLong()));
  }

  /** The one of servers that took the path alone for it, and the id alone for the group. */
  static HomeTag former(Path home, UUID id) {
    return new HomeTag(
        (digest(home.toString()).getInt() & BITS) | HIGHEST_BIT,
        GROUP + id.toString().substring(0, NAMED));
  }

  /** The processes of all machines in the folder. */
  Processes processes() {
    return new Processes(limit -> Mark.isOfHome(this, limit), OptionalLong.empty());
  }

  private static ByteBuffer digest(String text) {
    try {
      return ByteBuffer.wrap(
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java has SHA-256.", impossible);
    }
  }
}

package com.personalagentproxy.sandbox.backend.dev;

import java.nio.file.Path;
import java.util.List;

/** Who the processes in a jail are. */
enum Identity {
  /** The server's user under another number, in a user namespace in which no other can be made. */
  MAPPED_FOR_GOOD,
  /** The same, where bubblewrap is too old to forbid others. */
  MAPPED,
  /**
   * A user of each machine's own. For a root server: what is root outside, though mapped and
   * without any capability, may still write the kernel's settings in /proc/sys, and with them run
   * what it likes.
   */
  OWN,
  /** One for all machines, where the server's users are too few for that. */
  SHARED;

  /** Nobody has numbers from here on. */
  private static final int FIRST_OF_OWN = 2_000_000_000;

  /** Two machines that have the same are still jailed apart; only their processes add up. */
  private static final int OWN_NUMBERS = 0xFFFF;

  /**
   * The number of the user, as the processes see it.
   *
   * @param machine its folder
   */
  int user(Path machine) {
    return switch (this) {
      case MAPPED_FOR_GOOD, MAPPED -> 1000;
      case OWN -> FIRST_OF_OWN + (String.valueOf(machine.getFileName()).hashCode() & OWN_NUMBERS);
      case SHARED -> 64646;
    };
  }

  /** Whether its number says something outside of the jail. */
  boolean isReal() {
    return this == OWN || this == SHARED;
  }

  /** What bubblewrap is told of it. */
  List<String> options(Path machine) {
    String user = Integer.toString(user(machine));
    return switch (this) {
      case MAPPED_FOR_GOOD ->
          List.of(
              "--unshare-user",
              "--disable-userns",
              "--uid",
              user,
              "--gid",
              user,
              "--cap-drop",
              "ALL");
      case MAPPED -> List.of("--unshare-user", "--uid", user, "--gid", user, "--cap-drop", "ALL");
      case OWN, SHARED ->
          List.of(
              "--cap-drop",
              "ALL",
              "--cap-add",
              "CAP_SETUID",
              "--cap-add",
              "CAP_SETGID",
              "--cap-add",
              "CAP_SETPCAP");
    };
  }

  /** What the first program in the jail has before it. */
  List<String> entry(Path machine) {
    String user = Integer.toString(user(machine));
    return switch (this) {
      case MAPPED_FOR_GOOD, MAPPED -> List.of();
      case OWN, SHARED ->
          List.of(
              "setpriv",
              "--reuid",
              user,
              "--regid",
              user,
              "--clear-groups",
              "--no-new-privs",
              "--bounding-set=-all",
              "--inh-caps=-all");
    };
  }
}

package com.personalagentproxy.sandbox.backend.dev;

import java.util.List;

/** Who the processes in a jail are. */
enum Identity {
  /** The server's user under another number, in a user namespace in which no other can be made. */
  MAPPED_FOR_GOOD,
  /** The same, where bubblewrap is too old to forbid others. */
  MAPPED,
  /**
   * A user of their own. For a root server: what is root outside, though mapped and without any
   * capability, may still write the kernel's settings in /proc/sys, and with them run what it
   * likes.
   */
  OWN;

  /** The number of the user, as the processes see it. */
  int user() {
    return switch (this) {
      case MAPPED_FOR_GOOD, MAPPED -> 1000;
      case OWN -> 64646;
    };
  }

  /** What bubblewrap is told of it. */
  List<String> options() {
    String user = Integer.toString(user());
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
      case OWN ->
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
  List<String> entry() {
    String user = Integer.toString(user());
    return switch (this) {
      case MAPPED_FOR_GOOD, MAPPED -> List.of();
      case OWN ->
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

package com.personalagentproxy.sandbox.backend.dev;

/** A command that tries to use the kernel's keys, with what every Debian has. */
final class Keys {

  /** Tries to add a key, to find one and to name the keyring of the login, and to list all. */
  static final String LINE =
      "case $(uname -m) in aarch64) first=217 ;; *) first=248 ;; esac; "
          + "perl -e '$call = 0 + shift; ($type, $name, $text) = qw(user sandbox secret);"
          + " sub say { print $_[0] < 0 ? $! : q(done), qq(\\n) }"
          + " say(syscall($call, $type, $name, $text, 6, -3));"
          + " say(syscall($call + 1, $type, $name, 0, 0));"
          + " say(syscall($call + 2, 0, -3, 0))' $first; cat /proc/keys 2>/dev/null";

  /** What it prints where there are none. */
  static final String NONE = "Function not implemented\n".repeat(3);

  private Keys() {}
}

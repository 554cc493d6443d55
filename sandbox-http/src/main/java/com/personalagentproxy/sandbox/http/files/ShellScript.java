package com.personalagentproxy.sandbox.http.files;

/**
 * What the sandbox's shell is given to run, with no more than a minimal Linux has: sh, dd, stat,
 * base64, wc, mv, rm, find, readlink, whether GNU's or busybox's. What counts of the output stands
 * behind marks that nothing else prints, so that a profile which greets its user does no harm.
 */
final class ShellScript {

  /** How much of a file is fetched by one command. */
  static final int READ_PART = 1024 * 1024;

  /** How much is brought by one: in base64 it fits into a command's standard input. */
  static final int WRITE_PART = 720 * 1024;

  /** How much of a list of a folder is read. */
  static final int LONGEST_LIST = 2 * 1024 * 1024;

  /** What tells whether a file is still the same: its size, its inode and when it was changed. */
  private static final String STAMP = "stat -L -c '%s %i %a %y'";

  private static final String BEGIN =
      """
      # %s %s: a part of the API's file transfer.
      LC_ALL=C; export LC_ALL
      exec 3>&1
      n=%s
      p=%s
      mark() { printf '\\n%%s %%s %%s\\n' "$n" "$1" "$2"; }
      """;

  private ShellScript() {}

  /** The first line is for the people who read the history. */
  private static String begin(String what, String mark, MachinePath path) {
    return BEGIN.formatted(what, path.shown(), mark, path.quoted());
  }

  /** Prints a part of a file, between how the file was before and how it was after. */
  static String read(String mark, MachinePath path, long part) {
    return begin("Fetches", mark, path)
        + """
        fail() { mark error "$1"; exit 0; }
        a=$(%1$s "$p" 2>&1) || fail "$a"
        [ -d "$p" ] && fail 'Is a directory'
        [ -f "$p" ] || fail 'Is no regular file'
        [ -r "$p" ] || fail 'Permission denied'
        mark file "$a"
        e=$(dd if="$p" bs=%2$s skip=%3$s count=1 2>&1 >&3) || fail "$e"
        a=$(%1$s "$p" 2>&1) || fail "$a"
        mark end "$a"
        """
            .formatted(STAMP, READ_PART, part);
  }

  /**
   * Lists a folder: each thing's mode in hex, size, change and name; then the same of what links
   * lead to.
   */
  static String list(String mark, MachinePath path) {
    // Not -exec … {} +: busybox's find takes more than fits beside a large environment.
    String each = "-print0 | xargs -0 -n 100 stat %s -c \"\n$n %s %%f %%s %%Y %%n\"";
    return begin("Lists", mark, path)
        + """
        fail() { mark error "$1"; exit 0; }
        a=$(%s "$p" 2>&1) || fail "$a"
        [ -d "$p" ] || fail 'Not a directory'
        [ -r "$p" ] && [ -x "$p" ] || fail 'Permission denied'
        mark folder ''
        { find "$p/." ! -name . -prune %s
          find "$p/." ! -name . -prune -type l %s
          mark end ''
        } 2>/dev/null | head -c %s
        """
            .formatted(STAMP, each.formatted("", "is"), each.formatted("-L", "to"), LONGEST_LIST);
  }

  /** What of a file is brought by one command, and where that is in the whole. */
  record Brought(MachinePath path, long before, int bytes, boolean isFirst, boolean isLast) {}

  /**
   * Brings a part of a file, in base64 on standard input: the first makes the file beside where it
   * is to be, the last puts it there, and one may be both. Prints where that is, links followed.
   */
  static String bring(String mark, Brought part, boolean makeFolders) {
    StringBuilder script = new StringBuilder(begin("Brings", mark, part.path())).append(FAIL);
    if (part.isFirst()) {
      script.append(LOCATE).append(PLACE);
      script.append(makeFolders ? "e=$(mkdir -p \"$d\" 2>&1) || fail \"$e\"\n" : "").append(MAKE);
    } else {
      script.append(PLACE);
    }
    if (part.bytes() > 0) {
      script.append(ADD.formatted(part.before(), part.before() + part.bytes()));
    }
    if (part.isLast()) {
      script.append(FINISH.formatted(part.before() + part.bytes()));
    }
    return script.append("mark at \"$w\"\nprintf %s \"$p\"\nmark end ''\n").toString();
  }

  /** Leaves nothing of what was brought. */
  static String abandon(String mark, MachinePath path) {
    return begin("Gives up", mark, path) + PLACE + "rm -f \"$t\"\nmark end ''\n";
  }

  private static final String FAIL =
      "w=made\nfail() { rm -f \"$t\"; mark error \"$1\"; exit 0; }\n";

  /** Whoever writes to a link means what it leads to. */
  private static final String LOCATE =
      """
      if [ -L "$p" ]; then
        p=$(readlink -f "$p" && printf .) || fail 'No such file or directory'
        p=${p%??}
      fi
      [ -d "$p" ] && fail 'Is a directory'
      if [ -e "$p" ]; then
        [ -f "$p" ] || fail 'Is no regular file'
        [ -w "$p" ] || fail 'Permission denied'
      fi
      """;

  private static final String PLACE =
      """
      d=${p%/*}
      [ -n "$d" ] || d=/
      t=$d/.sandboxes-$n.part
      """;

  /** Clears too what others left there an hour ago, whose server was killed. */
  private static final String MAKE =
      """
      [ -e "$d" ] || fail 'No such folder'
      [ -d "$d" ] || fail 'Not a directory'
      find "$d/." ! -name . -prune -type f -name '.sandboxes-*.part' -mmin +60 -exec rm -f {} + 2>/dev/null
      u=$(umask)
      [ -e "$p" ] && umask 077
      e=$( { : > "$t"; } 2>&1) || fail "$e"
      umask "$u"
      """;

  /** Adds to what was brought so far, unless that isn't as it was left. */
  private static final String ADD =
      """
      [ -f "$t" ] && [ ! -L "$t" ] || fail 'Went away'
      s=$(wc -c < "$t") || fail 'Went away'
      [ $((s)) -eq %s ] || fail 'Went away'
      e=$(base64 -d 2>&1 >> "$t") || fail "$e"
      s=$(wc -c < "$t")
      [ $((s)) -eq %s ] || fail 'No space left on device'
      """;

  /** Puts what was brought in its place, with the mode of what was there before. */
  private static final String FINISH =
      """
      [ -f "$t" ] && [ ! -L "$t" ] || fail 'Went away'
      s=$(wc -c < "$t") || fail 'Went away'
      [ $((s)) -eq %s ] || fail 'Went away'
      [ -d "$p" ] && fail 'Is a directory'
      if [ -e "$p" ]; then
        w=replaced
        chown "$(stat -c %%u:%%g "$p")" "$t" 2>/dev/null
        e=$(chmod "$(stat -c %%a "$p")" "$t" 2>&1) || fail "$e"
      fi
      e=$(mv -f "$t" "$p" 2>&1) || fail "$e"
      """;
}

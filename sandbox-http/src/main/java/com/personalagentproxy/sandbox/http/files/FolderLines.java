package com.personalagentproxy.sandbox.http.files;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the list of a folder as the sandbox's shell printed it. */
final class FolderLines {

  private static final Pattern LINE =
      Pattern.compile(
          "(?<which>is|to) (?<mode>[0-9a-f]{1,8}) (?<size>[0-9]{1,18}) (?<changed>-?[0-9]{1,11})"
              + " (?<name>.+)",
          Pattern.DOTALL);

  /** Stands in a text for bytes that are no UTF-8. */
  private static final char NOT_UTF8 = '\uFFFD';

  private static final int TYPE = 0170000;
  private static final int LINK = 0120000;
  private static final int FOLDER = 0040000;
  private static final int FILE = 0100000;

  private FolderLines() {}

  /**
   * The list.
   *
   * @param isCut whether its last line may be cut, so that it doesn't count
   */
  static FolderList read(byte[] printed, String mark, MachinePath path, boolean isCut) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                new String(printed, StandardCharsets.UTF_8)
                    .split(Pattern.quote("\n" + mark + " "), -1)));
    if (isCut) {
      lines.remove(lines.size() - 1);
    }
    Map<String, FolderList.Thing> named = new LinkedHashMap<>();
    List<FolderList.Thing> things = new ArrayList<>();
    for (String line : lines) {
      Matcher parts =
          LINE.matcher(line.endsWith("\n") ? line.substring(0, line.length() - 1) : line);
      if (parts.matches()) {
        FolderList.Thing thing = thing(parts);
        if (parts.group("which").equals("to")) {
          named.computeIfPresent(thing.name(), (name, link) -> ofLink(thing));
        } else if (thing.name().indexOf(NOT_UTF8) >= 0) {
          things.add(notNamed(thing));
        } else {
          named.put(thing.name(), thing);
        }
      }
    }
    things.addAll(named.values());
    return new FolderList(path, things, isCut);
  }

  /** What no path can name here, so that it can't be fetched or gone into. */
  private static FolderList.Thing notNamed(FolderList.Thing thing) {
    return new FolderList.Thing(
        thing.name(),
        FolderList.Kind.OTHER,
        thing.isLink(),
        thing.size(),
        thing.mode(),
        thing.changedAt());
  }

  private static FolderList.Thing thing(Matcher parts) {
    int mode = Integer.parseUnsignedInt(parts.group("mode"), 16);
    String named = parts.group("name");
    return new FolderList.Thing(
        named.substring(named.lastIndexOf('/') + 1),
        kind(mode & TYPE),
        (mode & TYPE) == LINK,
        Long.parseLong(parts.group("size")),
        String.format(Locale.ROOT, "%04o", mode & 07777),
        Instant.ofEpochSecond(Long.parseLong(parts.group("changed"))));
  }

  private static FolderList.Thing ofLink(FolderList.Thing target) {
    return new FolderList.Thing(
        target.name(), target.kind(), true, target.size(), target.mode(), target.changedAt());
  }

  private static FolderList.Kind kind(int type) {
    return switch (type) {
      case FILE -> FolderList.Kind.FILE;
      case FOLDER -> FolderList.Kind.FOLDER;
      default -> FolderList.Kind.OTHER;
    };
  }
}

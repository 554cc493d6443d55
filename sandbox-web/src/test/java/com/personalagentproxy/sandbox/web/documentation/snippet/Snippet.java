package com.personalagentproxy.sandbox.web.documentation.snippet;

import com.personalagentproxy.sandbox.web.documentation.Pages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block on a page.
 *
 * @param page such as {@code docs/start.md}
 * @param line where it begins, the first being 1
 * @param kind the word behind the fence
 * @param text its lines, without the blanks that the fence is indented by
 */
record Snippet(String page, int line, String kind, String text) {

  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^( *)```([a-z]*)\\n(.*?)^ *```$|^$\\n(?= {4}(?! *[-*\\d])\\S)");

  /** All of all pages, in their order. */
  static List<Snippet> all() {
    List<Snippet> all = new ArrayList<>();
    for (Path page : Pages.all().stream().sorted().toList()) {
      all.addAll(on(Pages.name(page), Pages.text(page)));
    }
    return all;
  }

  /** Those of that kind on that page. */
  static List<Snippet> all(String page, String kind) {
    return all().stream()
        .filter(each -> each.page().equals(page) && each.kind().equals(kind))
        .toList();
  }

  /** Those on a page; an indented block, which has no fence and so no kind, is one of none. */
  static List<Snippet> on(String page, String text) {
    List<Snippet> found = new ArrayList<>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      int line = (int) text.substring(0, block.start()).lines().count() + 1;
      String indent = block.group(1);
      found.add(
          indent == null
              ? new Snippet(page, line + 1, "", "an indented block")
              : new Snippet(
                  page, line, block.group(2), block.group(3).replaceAll("(?m)^" + indent, "")));
    }
    return found;
  }

  /** Where it is, as a person looks for it. */
  String place() {
    return "%s, line %d".formatted(page, line);
  }

  /** Its commands: lines, with those that go on put together and remarks left out. */
  List<String> commands() {
    return text.replace("\\\n", " ")
        .lines()
        .map(line -> line.replaceFirst("(^| +)#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .toList();
  }
}

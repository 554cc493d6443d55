package com.personalagentproxy.sandbox.web.account;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What people call a browser, as far as what it calls itself tells. */
final class BrowserName {

  /** Looked for in this order, since most call themselves by the others' names too. */
  private static final List<Map.Entry<String, String>> BROWSERS =
      List.of(
          Map.entry("edg", "Edge"),
          Map.entry("opr/", "Opera"),
          Map.entry("vivaldi", "Vivaldi"),
          Map.entry("samsungbrowser", "Samsung Internet"),
          Map.entry("firefox", "Firefox"),
          Map.entry("fxios", "Firefox"),
          Map.entry("chrom", "Chrome"),
          Map.entry("crios", "Chrome"),
          Map.entry("safari", "Safari"),
          Map.entry("curl", "curl"));

  private static final List<Map.Entry<String, String>> SYSTEMS =
      List.of(
          Map.entry("android", "Android"),
          Map.entry("iphone", "iPhone"),
          Map.entry("ipad", "iPad"),
          Map.entry("windows", "Windows"),
          Map.entry("mac os", "Mac"),
          Map.entry("macintosh", "Mac"),
          Map.entry("cros", "ChromeOS"),
          Map.entry("linux", "Linux"));

  private BrowserName() {}

  /** “Firefox on Linux”; {@code A browser} if nothing is known. */
  static String of(@Nullable String userAgent) {
    String text = userAgent == null ? "" : userAgent.toLowerCase(Locale.ROOT);
    String browser = first(BROWSERS, text, "A browser");
    String system = first(SYSTEMS, text, "");
    return system.isEmpty() ? browser : browser + " on " + system;
  }

  private static String first(List<Map.Entry<String, String>> marks, String text, String other) {
    return marks.stream()
        .filter(mark -> text.contains(mark.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(other);
  }
}

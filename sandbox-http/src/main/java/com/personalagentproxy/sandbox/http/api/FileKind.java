package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.http.files.MachinePath;
import io.javalin.http.Header;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/**
 * Says what a file is. It comes from a machine in which anybody's program may have run, and goes to
 * browsers that trust this server's pages: so nothing that could act there is called what it is,
 * and everything is for keeping, not for showing, but pictures, which a page may show.
 */
final class FileKind {

  private static final String UNKNOWN = "application/octet-stream";
  private static final String TEXT = "text/plain; charset=utf-8";

  private static final Map<String, String> BY_ENDING =
      Map.ofEntries(
          Map.entry("png", "image/png"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("gif", "image/gif"),
          Map.entry("webp", "image/webp"),
          Map.entry("txt", TEXT),
          Map.entry("md", TEXT),
          Map.entry("log", TEXT),
          Map.entry("csv", "text/csv; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("zip", "application/zip"),
          Map.entry("gz", "application/gzip"),
          Map.entry("tar", "application/x-tar"),
          Map.entry("pdf", "application/pdf"));

  private FileKind() {}

  static void describe(HttpServletResponse response, MachinePath path) {
    String name = path.name();
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    response.setContentType(BY_ENDING.getOrDefault(ending, UNKNOWN));
    response.setHeader(
        Header.CONTENT_DISPOSITION,
        "attachment; filename*=UTF-8''"
            + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"));
    response.setHeader(
        Header.CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'; frame-ancestors 'none'");
  }
}

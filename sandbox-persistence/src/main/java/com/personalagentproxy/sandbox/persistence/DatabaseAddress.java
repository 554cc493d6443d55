package com.personalagentproxy.sandbox.persistence;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a database is and as whom to open it.
 *
 * @param url for JDBC, such as {@code jdbc:postgresql://db.example:5432/sandboxes}
 * @param user absent if the url says it, or the driver is to take the process's user
 * @param password absent if the url says it, or none is needed
 */
public record DatabaseAddress(String url, @Nullable String user, @Nullable String password) {

  private static final Pattern FORM =
      Pattern.compile(
          "(?:jdbc:)?postgres(?:ql)?://(?:(?<user>[^:@/?\\s]*)(?::(?<password>[^@/?\\s]*))?@)?"
              + "(?<hosts>[^@/?#\\s]+)/(?<database>[^/?#\\s]+)(?:\\?(?<query>[^#\\s]*))?");

  /**
   * Reads an address with the user and the password in it, as hosts of databases give them: {@code
   * postgres://user:password@host:port/database?…}, the same with {@code postgresql} or {@code
   * jdbc:postgresql}, and with {@code user} and {@code password} among the options. Of several
   * hosts, with commas between, the first that takes writes is taken, else the first that answers;
   * or as its option {@code targetServerType} says.
   *
   * @return empty if it is none
   */
  public static Optional<DatabaseAddress> of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(read(form));
    } catch (IllegalArgumentException badlyEncoded) {
      return Optional.empty();
    }
  }

  /**
   * Likewise.
   *
   * @throws DatabaseException if it is none; the message doesn't repeat it, since it may hold a
   *     password
   */
  public static DatabaseAddress parse(String text) {
    return of(text)
        .orElseThrow(
            () ->
                new DatabaseException(
                    "The database's address is malformed. Give it as postgres://user:password@host:5432/database,"
                        + " with special characters in the password percent-encoded."));
  }

  private static DatabaseAddress read(Matcher form) {
    String user = decoded(form.group("user"));
    String password = decoded(form.group("password"));
    List<String> options = new ArrayList<>();
    String query = form.group("query");
    for (String each : query == null ? new String[0] : query.split("&", -1)) {
      if (each.startsWith("user=")) {
        user = decoded(each.substring("user=".length()));
      } else if (each.startsWith("password=")) {
        password = decoded(each.substring("password=".length()));
      } else if (!each.isEmpty()) {
        options.add(each);
      }
    }
    String url = "jdbc:postgresql://" + form.group("hosts") + "/" + form.group("database");
    return new DatabaseAddress(
        options.isEmpty() ? url : url + "?" + String.join("&", options), user, password);
  }

  private static @Nullable String decoded(@Nullable String part) {
    // In an address a plus is a plus, only in a form is it a space.
    return part == null
        ? null
        : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "the database at " + url.replaceAll("\\?.*", "").replaceAll("//.*@", "//");
  }
}

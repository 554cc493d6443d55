package com.personalagentproxy.sandbox.web.configuration;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which PostgreSQL is used. */
public sealed interface DatabaseChoice {

  /** The server starts one of its own in its home folder. */
  record Embedded() implements DatabaseChoice {}

  /**
   * One that is there already.
   *
   * @param jdbcUrl without user and password
   */
  record External(String jdbcUrl, @Nullable String user, @Nullable String password)
      implements DatabaseChoice {

    /** Without the password, which is for nobody to read. */
    @Override
    public String toString() {
      return "External[" + jdbcUrl + ", user=" + user + "]";
    }
  }

  /**
   * Reads an address with the user and the password in it, as hosts of databases give them: {@code
   * postgres://}, {@code postgresql://} or {@code jdbc:postgresql://}. Empty if it is none.
   */
  static Optional<DatabaseChoice> parse(String text) {
    Matcher address = Form.ADDRESS.matcher(text);
    if (!address.matches()) {
      return Optional.empty();
    }
    try {
      String query = address.group("query");
      List<String> kept = new ArrayList<>();
      String user = decoded(address.group("user"));
      String password = decoded(address.group("password"));
      for (String each : query == null ? new String[0] : query.split("&", -1)) {
        if (each.startsWith("user=")) {
          user = decoded(each.substring("user=".length()));
        } else if (each.startsWith("password=")) {
          password = decoded(each.substring("password=".length()));
        } else if (!each.isEmpty()) {
          kept.add(each);
        }
      }
      String jdbcUrl =
          "jdbc:postgresql://"
              + address.group("hosts")
              + "/"
              + address.group("database")
              + (kept.isEmpty() ? "" : "?" + String.join("&", kept));
      return Optional.of(new External(jdbcUrl, user, password));
    } catch (IllegalArgumentException badlyEncoded) {
      return Optional.empty();
    }
  }

  private static @Nullable String decoded(@Nullable String part) {
    // In this part of an address a plus is a plus, not a blank.
    return part == null
        ? null
        : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Holds the pattern, since what an interface holds itself is public. */
  final class Form {
    private static final Pattern ADDRESS =
        Pattern.compile(
            "(?:jdbc:)?postgres(?:ql)?://(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?"
                + "(?<hosts>[^@/?#\\s]+)/(?<database>[^/?#\\s]+)(?:\\?(?<query>[^#\\s]*))?");

    private Form() {}
  }
}

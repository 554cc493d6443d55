package com.personalagentproxy.sandbox.persistence;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where a database is and as whom to open it.
 *
 * @param url for JDBC, such as {@code jdbc:postgresql://db.example:5432/sandboxes}
 * @param user absent if the url says it, or the driver is to take the process's user
 * @param password absent if the url says it, or none is needed
 */
public record DatabaseAddress(String url, @Nullable String user, @Nullable String password) {

  private static final String JDBC = "jdbc:postgresql:";

  /**
   * Reads {@code postgres://user:password@host:port/database?…}, the same with {@code postgresql},
   * or a JDBC url.
   *
   * @throws DatabaseException if it is none of these; the message doesn't repeat it, since it may
   *     hold a password
   */
  public static DatabaseAddress parse(String text) {
    if (text.startsWith(JDBC)) {
      return new DatabaseAddress(text, null, null);
    }
    URI address = address(text);
    String port = address.getPort() < 0 ? "" : ":" + address.getPort();
    String options = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    String url = JDBC + "//" + address.getHost() + port + address.getRawPath() + options;
    String account = address.getRawUserInfo();
    if (account == null) {
      return new DatabaseAddress(url, null, null);
    }
    int colon = account.indexOf(':');
    return colon < 0
        ? new DatabaseAddress(url, decoded(account), null)
        : new DatabaseAddress(
            url, decoded(account.substring(0, colon)), decoded(account.substring(colon + 1)));
  }

  private static URI address(String text) {
    try {
      URI address = new URI(text);
      boolean isPostgres =
          "postgres".equals(address.getScheme()) || "postgresql".equals(address.getScheme());
      if (isPostgres && address.getHost() != null && address.getRawPath().length() > 1) {
        return address;
      }
    } catch (URISyntaxException malformed) {
      // Told below, without the text in it.
    }
    throw new DatabaseException(
        "The database's address is malformed. Give it as postgres://user:password@host:5432/database,"
            + " with special characters in the password percent-encoded.");
  }

  private static String decoded(String text) {
    // In an address a plus is a plus, only in a form is it a space.
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "the database at " + url.replaceAll("\\?.*", "").replaceAll("//.*@", "//");
  }
}

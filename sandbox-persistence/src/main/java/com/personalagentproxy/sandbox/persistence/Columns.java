package com.personalagentproxy.sandbox.persistence;

import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.spi.JdbiPlugin;

/** How the domain's times and texts become columns, the same in every statement. */
final class Columns implements JdbiPlugin {

  @Override
  public void customizeJdbi(Jdbi jdbi) {
    jdbi.registerArgument(new Times()).registerArgument(new Texts());
  }

  /** Microseconds since 1970: how a time is kept inside jsonb. */
  static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  static Instant time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  /**
   * Cut to the microsecond; left to itself the database would round, and a time could lie in the
   * future.
   */
  private static final class Times extends AbstractArgumentFactory<Instant> {
    Times() {
      super(Types.TIMESTAMP_WITH_TIMEZONE);
    }

    @Override
    protected Argument build(Instant value, ConfigRegistry config) {
      return (position, statement, context) ->
          statement.setObject(
              position, value.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC));
    }
  }

  /**
   * Without what PostgreSQL can't keep: what a backend or a caller says must not make a statement
   * fail.
   */
  private static final class Texts extends AbstractArgumentFactory<String> {
    Texts() {
      super(Types.VARCHAR);
    }

    @Override
    protected Argument build(String value, ConfigRegistry config) {
      return (position, statement, context) -> statement.setString(position, keepable(value));
    }
  }

  /**
   * With {@code \0} for each NUL, and each backslash doubled: a text with NULs in it that must come
   * back as it is.
   */
  static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\0", "\\0");
  }

  /** What was {@link #escaped}. */
  static String unescaped(String column) {
    if (column.indexOf('\\') < 0) {
      return column;
    }
    StringBuilder text = new StringBuilder(column.length());
    for (int at = 0; at < column.length(); at++) {
      char unit = column.charAt(at);
      if (unit == '\\') {
        at++;
        text.append(column.charAt(at) == '0' ? '\0' : '\\');
      } else {
        text.append(unit);
      }
    }
    return text.toString();
  }

  /** With U+FFFD for each NUL and each half of a character. */
  static String keepable(String text) {
    if (text.chars().noneMatch(unit -> unit == 0 || Character.isSurrogate((char) unit))) {
      return text;
    }
    StringBuilder kept = new StringBuilder(text.length());
    text.codePoints()
        .map(point -> point == 0 || isHalf(point) ? 0xFFFD : point)
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }

  private static boolean isHalf(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }
}

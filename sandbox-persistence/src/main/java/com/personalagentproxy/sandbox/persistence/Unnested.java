package com.personalagentproxy.sandbox.persistence;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * What many ask, in one statement: an array for each column, of which PostgreSQL makes rows.
 *
 * @param columns of the rows
 */
record Unnested<A>(List<Column<A>> columns) {

  /**
   * A column.
   *
   * @param type of its values, as PostgreSQL names it
   * @param value of each ask; texts and times are kept as {@link Columns} keeps them
   */
  record Column<A>(String name, String type, Function<A, @Nullable Object> value) {

    private Argument values(List<A> asks) {
      @Nullable Object[] values = new Object[asks.size()];
      for (int row = 0; row < values.length; row++) {
        values[row] = element(value.apply(asks.get(row)));
      }
      return (position, statement, context) ->
          statement.setArray(position, statement.getConnection().createArrayOf(type, values));
    }

    private static @Nullable Object element(@Nullable Object value) {
      if (value instanceof Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS).toString();
      }
      return value instanceof String text ? Columns.keepable(text) : value;
    }
  }

  Unnested {
    columns = List.copyOf(columns);
  }

  /**
   * The table {@code asked}, a row for each ask; goes after {@code WITH}. What is bound goes
   * through a table of its own: if the planner saw how many there are, it would take a plan for as
   * many to be cheaper than one for any, and plan anew each time, which takes longer than all else.
   */
  String asked() {
    return """
        bound AS MATERIALIZED (SELECT %s),
        asked AS MATERIALIZED (SELECT asked.* FROM bound, unnest(%s) AS asked(%s))"""
        .formatted(
            columns.stream()
                .map(
                    column ->
                        "CAST(:%1$s AS %2$s[]) AS %1$s".formatted(column.name(), column.type()))
                .collect(joining(", ")),
            columns.stream().map(column -> "bound." + column.name()).collect(joining(", ")),
            columns.stream().map(Column::name).collect(joining(", ")));
  }

  <S extends SqlStatement<S>> S bind(S statement, List<A> asks) {
    columns.forEach(column -> statement.bind(column.name(), column.values(asks)));
    return statement;
  }
}

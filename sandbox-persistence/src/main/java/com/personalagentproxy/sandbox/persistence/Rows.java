package com.personalagentproxy.sandbox.persistence;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Reads rows as a record, column by column as its components are named. What goes where is found
 * out once for each list of columns: Jdbi finds it out for each answer, by reflection, and that
 * takes longer than all else in a statement. To be kept, one for each record and database. Safe for
 * use by many threads.
 */
public final class Rows<T> implements RowMapper<T> {

  private final RowMapper<T> byReflection;
  private final Map<List<String>, RowMapper<T>> byColumns = new ConcurrentHashMap<>();

  private Rows(RowMapper<T> byReflection) {
    this.byReflection = byReflection;
  }

  /** Of records of that type. */
  public static <T> Rows<T> of(Class<T> row) {
    return new Rows<>(ConstructorMapper.of(row));
  }

  @Override
  public T map(ResultSet rows, StatementContext context) throws SQLException {
    return specialize(rows, context).map(rows, context);
  }

  @Override
  public RowMapper<T> specialize(ResultSet rows, StatementContext context) throws SQLException {
    List<String> columns = columns(rows);
    RowMapper<T> known = byColumns.get(columns);
    if (known == null) {
      known = byReflection.specialize(rows, context);
      byColumns.put(columns, known);
    }
    return known;
  }

  private static List<String> columns(ResultSet rows) throws SQLException {
    ResultSetMetaData about = rows.getMetaData();
    List<String> columns = new ArrayList<>(about.getColumnCount());
    for (int column = 1; column <= about.getColumnCount(); column++) {
      columns.add(about.getColumnLabel(column));
    }
    return columns;
  }
}

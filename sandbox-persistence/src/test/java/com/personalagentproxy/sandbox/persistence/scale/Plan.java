package com.personalagentproxy.sandbox.persistence.scale;

import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/** What PostgreSQL did for a statement, part by part. */
record Plan(List<Node> nodes) {

  /**
   * A part of it.
   *
   * @param relation the table that is read, if one is
   * @param index the index that is read, if one is
   * @param read how many rows it read, whether or not they were wanted
   * @param given how many rows it was given by the part below it
   */
  record Node(
      String type, @Nullable String relation, @Nullable String index, long read, long given) {}

  /** From its JSON, which PostgreSQL itself takes apart. */
  static Plan of(String json, Jdbi jdbi) {
    return jdbi.withHandle(
        handle ->
            new Plan(
                handle
                    .createQuery(
                        """
                        SELECT node ->> 'Node Type' AS type, node ->> 'Relation Name' AS relation,
                          node ->> 'Index Name' AS index,
                          CAST(CAST(node ->> 'Actual Loops' AS numeric) * (
                            CAST(node ->> 'Actual Rows' AS numeric)
                            + coalesce(CAST(node ->> 'Rows Removed by Filter' AS numeric), 0)
                            + coalesce(CAST(node ->> 'Rows Removed by Index Recheck' AS numeric), 0)) AS bigint) AS read,
                          CAST(coalesce(
                            CAST(node #>> '{Plans,0,Actual Loops}' AS numeric)
                            * CAST(node #>> '{Plans,0,Actual Rows}' AS numeric), 0) AS bigint) AS given
                        FROM jsonb_path_query(CAST(:json AS jsonb), 'strict $.**') AS node
                        WHERE jsonb_typeof(node) = 'object' AND jsonb_exists(node, 'Node Type')
                        """)
                    .bind("json", json)
                    .map(ConstructorMapper.of(Node.class))
                    .list()));
  }

  /** The tables that were read from one end to the other. */
  List<String> tablesReadWhole() {
    return nodes.stream()
        .filter(node -> node.type().toLowerCase(Locale.ROOT).contains("seq scan"))
        .map(Node::relation)
        .toList();
  }

  /** How many rows and entries of indexes were read, of tables that are there. */
  long rowsRead() {
    return nodes.stream()
        .filter(node -> node.relation() != null || node.index() != null)
        .filter(node -> !node.type().equals("ModifyTable"))
        .mapToLong(Node::read)
        .sum();
  }

  /** How many rows were sorted, the largest sort counting. */
  long rowsSorted() {
    return nodes.stream()
        .filter(node -> node.type().contains("Sort"))
        .mapToLong(Node::given)
        .max()
        .orElse(0);
  }
}

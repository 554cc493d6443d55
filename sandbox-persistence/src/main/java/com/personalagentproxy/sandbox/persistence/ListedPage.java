package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.PageRequest;
import com.personalagentproxy.sandbox.collection.SandboxName;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * The statement for a page of the list. Each connection's part is read off an index up to the
 * limit; one scan of them all would have to sort them all. And each is named on its own and planned
 * for, since of a few sandboxes all may be looked at, and of a million may not.
 */
record ListedPage(List<UUID> connections, PageRequest request) {

  static ListedPage of(PageRequest request) {
    return new ListedPage(
        request.connections().stream().map(ConnectionId::value).distinct().toList(), request);
  }

  Query query(Handle handle) {
    Query query =
        handle
            .createQuery(
                """
                SELECT %s FROM (%s) AS sandboxes
                ORDER BY made_at DESC, id DESC
                LIMIT :limit
                """
                    .formatted(
                        SandboxRow.COLUMNS,
                        IntStream.range(0, connections.size())
                            .mapToObj(this::part)
                            .collect(Collectors.joining(" UNION ALL "))))
            .bind("limit", request.limit())
            .addCustomizer(new PlannedForItsValues());
    for (int number = 0; number < connections.size(); number++) {
      query.bind("connection" + number, connections.get(number));
    }
    if (request.state() != null) {
      query.bind("state", request.state().word());
    }
    if (request.search() != null) {
      query.bind("search", anywhere(new SandboxName(request.search()).key()));
    }
    if (request.after() != null) {
      query
          .bind("afterMadeAt", request.after().madeAt())
          .bind("afterId", request.after().id().value());
    }
    return query;
  }

  /** Only the conditions that are asked for, so that the plan fits them. */
  private String part(int connection) {
    return """
        (
          SELECT * FROM sandboxes
          WHERE connection_id = :connection%s%s%s%s
          ORDER BY made_at DESC, id DESC
          LIMIT :limit)"""
        .formatted(
            connection,
            request.state() == null ? "" : " AND state = :state",
            request.search() == null ? "" : " AND (name_key || '') LIKE :search",
            request.after() == null ? "" : " AND (made_at, id) < (:afterMadeAt, :afterId)");
  }

  /** The pattern of what has these letters in it, as they are. */
  private static String anywhere(String letters) {
    return "%" + letters.replaceAll("([\\\\%_])", "\\\\$1") + "%";
  }
}

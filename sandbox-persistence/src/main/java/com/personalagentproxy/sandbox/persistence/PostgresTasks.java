package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.task.TaskRequest;
import com.personalagentproxy.sandbox.task.TaskTitle;
import com.personalagentproxy.sandbox.task.Tasks;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** The tasks in PostgreSQL. Their agents are read as they are now. */
public final class PostgresTasks implements Tasks {

  private record Row(
      UUID id,
      UUID agentId,
      String agentName,
      UUID memberId,
      UUID organizationId,
      String title,
      @Nullable UUID parentId,
      Instant startedAt,
      Instant lastActive,
      @Nullable Instant finishedAt) {

    Task task() {
      return new Task(
          new TaskId(id),
          new Agent(
              new AgentId(agentId),
              agentName,
              new MemberId(memberId),
              new OrganizationId(organizationId)),
          title,
          parentId == null ? null : new TaskId(parentId),
          startedAt,
          lastActive,
          finishedAt);
    }
  }

  /** Each by its name: a server of this version goes on when a later one adds columns. */
  private static final String TASKS_WITH_AGENTS =
      """
      SELECT tasks.id, agent_id, agents.name AS agent_name, member_id, organization_id, title, parent_id,
        started_at, last_active, finished_at
      FROM tasks
      JOIN agents ON agents.id = tasks.agent_id
      JOIN members ON members.id = agents.member_id
      """;

  /**
   * The five minutes tell nearly all: the index has no more, since commands change the rest. With
   * an end of its own, or the planner might look for them in the order of their start, among all
   * that were left open.
   */
  private static final String UNDER_WAY =
      """
      finished_at IS NULL AND last_active > :leftOpen AND active_about >= date_bin(
        '5 minutes', CAST(:leftOpen AS timestamptz), TIMESTAMPTZ '2000-01-01 00:00:00+00')
      OFFSET 0
      """;

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public PostgresTasks(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  @Override
  public Task start(Agent agent, TaskTitle title, @Nullable TaskId parent, Instant now) {
    UUID id = UUID.randomUUID();
    return statements.inTransaction(
        handle -> {
          if (parent != null) {
            if (lineage(parent, handle).isEmpty()) {
              throw new IllegalArgumentException(
                  "There is no task " + parent + " to be the parent.");
            }
            active(parent, now, handle);
          }
          insert(id, agent, title, parent, false, now, handle);
          return find(new TaskId(id), handle).orElseThrow();
        });
  }

  @Override
  public Task own(Agent agent, TaskTitle title, Instant now) {
    while (true) {
      Optional<Task> own =
          statements.withHandle(handle -> findOrMakeOwn(agent, title, now, handle));
      if (own.isPresent()) {
        return own.get();
      }
      // It was finished between the statements: the next round makes a new one.
    }
  }

  private static Optional<Task> findOrMakeOwn(
      Agent agent, TaskTitle title, Instant now, Handle handle) {
    Optional<Task> own = findOwn(agent, handle);
    if (own.isPresent()) {
      return own;
    }
    insert(UUID.randomUUID(), agent, title, null, true, now, handle);
    return findOwn(agent, handle);
  }

  private static Optional<Task> findOwn(Agent agent, Handle handle) {
    return handle
        .createQuery(
            TASKS_WITH_AGENTS + "WHERE agent_id = :agent AND is_own AND finished_at IS NULL")
        .bind("agent", agent.id().value())
        .map(ConstructorMapper.of(Row.class))
        .findOne()
        .map(Row::task);
  }

  private static void insert(
      UUID id,
      Agent agent,
      TaskTitle title,
      @Nullable TaskId parent,
      boolean isOwn,
      Instant now,
      Handle handle) {
    handle
        .createUpdate(
            """
            INSERT INTO tasks (id, agent_id, title, parent_id, is_own, started_at, last_active)
            VALUES (:id, :agent, :title, :parent, :isOwn, :now, :now)
            ON CONFLICT (agent_id) WHERE is_own AND finished_at IS NULL DO NOTHING
            """)
        .bind("id", id)
        .bind("agent", agent.id().value())
        .bind("title", title.text())
        .bind("parent", parent == null ? null : parent.value())
        .bind("isOwn", isOwn)
        .bind("now", now)
        .execute();
  }

  @Override
  public Optional<Task> find(TaskId task) {
    return statements.withHandle(handle -> find(task, handle));
  }

  private static Optional<Task> find(TaskId task, Handle handle) {
    return handle
        .createQuery(TASKS_WITH_AGENTS + "WHERE tasks.id = :task")
        .bind("task", task.value())
        .map(ConstructorMapper.of(Row.class))
        .findOne()
        .map(Row::task);
  }

  @Override
  public Map<TaskId, Task> findAll(Collection<TaskId> tasks) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(TASKS_WITH_AGENTS + "WHERE tasks.id = ANY (:tasks)")
                .bindArray("tasks", UUID.class, tasks.stream().map(TaskId::value).toList())
                .map(ConstructorMapper.of(Row.class))
                .stream()
                .map(Row::task)
                .collect(Collectors.toUnmodifiableMap(Task::id, Function.identity())));
  }

  @Override
  public List<TaskId> lineage(TaskId task) {
    return statements.withHandle(handle -> lineage(task, handle));
  }

  private static List<TaskId> lineage(TaskId task, Handle handle) {
    return handle
        .createQuery(
            "WITH RECURSIVE "
                + Lineage.of(Lineage.TASK)
                + " SELECT id FROM lineage GROUP BY id ORDER BY min(depth)")
        .bind("task", task.value())
        .mapTo(UUID.class)
        .map(TaskId::new)
        .list();
  }

  @Override
  public void active(TaskId task, Instant now) {
    statements.useHandle(handle -> active(task, now, handle));
  }

  private static void active(TaskId task, Instant now, Handle handle) {
    handle
        .createUpdate(
            "WITH RECURSIVE "
                + Lineage.of(Lineage.TASK)
                + ", "
                + Lineage.locked("true")
                + Lineage.ACTIVE)
        .bind("task", task.value())
        .bind("now", now)
        .execute();
  }

  /**
   * Each agent's part is read off an index, up to the limit or, of those under way, of which there
   * are few, all. The twenty-minute rule is {@link Task#state}.
   */
  @Override
  public List<Task> page(TaskRequest request) {
    return statements.withHandle(
        handle -> {
          Query query =
              handle
                  .createQuery(
                      """
                      SELECT tasks.*, agents.name AS agent_name, agents.member_id, members.organization_id
                      FROM agents
                      JOIN members ON members.id = agents.member_id,
                      LATERAL (
                        SELECT * FROM (SELECT * FROM tasks WHERE agent_id = agents.id%s) AS tasks%s
                        ORDER BY started_at DESC, id DESC
                        LIMIT :limit) AS tasks
                      WHERE agents.member_id = :member
                      ORDER BY tasks.started_at DESC, tasks.id DESC
                      LIMIT :limit
                      """
                          .formatted(
                              request.state() == null ? "" : " AND " + is(request.state()),
                              request.after() == null
                                  ? ""
                                  : " WHERE (started_at, id) < (:afterAt, :afterId)"))
                  .bind("member", request.member().value())
                  .bind("limit", request.limit());
          if (request.state() == Task.State.UNDER_WAY || request.state() == Task.State.LEFT_OPEN) {
            query.bind("leftOpen", request.now().minus(Task.LEFT_OPEN_AFTER));
          }
          if (request.after() != null) {
            query
                .bind("afterAt", request.after().startedAt())
                .bind("afterId", request.after().id().value());
          }
          return query.map(ConstructorMapper.of(Row.class)).stream().map(Row::task).toList();
        });
  }

  private static String is(Task.State state) {
    return switch (state) {
      case UNDER_WAY -> UNDER_WAY;
      case LEFT_OPEN -> "finished_at IS NULL AND last_active <= :leftOpen";
      case FINISHED -> "finished_at IS NOT NULL";
    };
  }

  @Override
  public List<TaskId> finishedSince(Instant since, Set<OrganizationId> organizations, int limit) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id FROM tasks
                    WHERE finished_in = ANY (:organizations) AND finished_at >= :since
                    LIMIT :limit
                    """)
                // How many were finished since is told by the time that is bound.
                .addCustomizer(new PlannedForItsValues())
                .bindArray(
                    "organizations",
                    UUID.class,
                    organizations.stream().map(OrganizationId::value).toList())
                .bind("since", since)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .map(TaskId::new)
                .list());
  }

  @Override
  public boolean finish(TaskId task, Instant now) {
    return statements.withHandle(
        handle ->
            handle
                    .createUpdate(
                        """
                        UPDATE tasks SET finished_at = :now, finished_in = (
                          SELECT organization_id FROM agents JOIN members ON members.id = member_id
                          WHERE agents.id = agent_id)
                        WHERE id = :task AND finished_at IS NULL
                        """)
                    .bind("task", task.value())
                    .bind("now", now)
                    .execute()
                == 1);
  }
}

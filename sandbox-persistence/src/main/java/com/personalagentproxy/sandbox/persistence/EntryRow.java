package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** A row of the table {@code sandbox_activity}. */
record EntryRow(
    UUID id,
    Instant calledAt,
    UUID organizationId,
    UUID memberId,
    UUID agentId,
    String agentName,
    @Nullable UUID taskId,
    @Nullable String taskTitle,
    String deed,
    @Nullable String named,
    @Nullable UUID connectionId,
    @Nullable UUID sandboxId,
    @Nullable String sandboxName,
    @Nullable String line,
    @Nullable String execId,
    @Nullable String fingerprint,
    @Nested VerdictRow came) {

  /** Begins an insert; {@link #VALUES} go on. */
  static final String INSERT =
      """
      INSERT INTO sandbox_activity (
        id, called_at, organization_id, member_id, agent_id, agent_name, task_id, task_title, deed,
        named, connection_id, sandbox_id, sandbox_name, line, exec_id, fingerprint,
        verdict, refusal, sentence, first_id, deadline, took_lease, outcome, exit_code, detail, took_nanos, wake_nanos,
        stdout_head, stdout_left_out, stdout_tail, stderr_head, stderr_left_out, stderr_tail)
      """;

  /** Begins the insert of a command that is counted in, with what it has by then. */
  static final String INSERT_RUNNING =
      """
      INSERT INTO sandbox_activity (
        id, called_at, organization_id, member_id, agent_id, agent_name, task_id, task_title, deed,
        connection_id, sandbox_id, sandbox_name, line, exec_id, fingerprint, verdict, deadline, took_lease)
      """;

  /** What {@link #bind} binds. */
  static final String VALUES =
      """
      :entry, :calledAt, :organization, :member, :agent, :agentName, :entryTask, :taskTitle, :deed,
      :named, :connection, :sandbox, :sandboxName, :line, :execId, :fingerprint,
      :verdict, :refusal, :sentence, :first, :entryDeadline, :tookLease, :outcome, :exitCode, :detail,
      :tookNanos, :wakeNanos,
      :stdoutHead, :stdoutLeftOut, :stdoutTail, :stderrHead, :stderrLeftOut, :stderrTail
      """;

  <S extends SqlStatement<S>> S bind(S statement) {
    return came.bind(statement)
        .bind("entry", id)
        .bind("calledAt", calledAt)
        .bind("organization", organizationId)
        .bind("member", memberId)
        .bind("agent", agentId)
        .bind("agentName", agentName)
        .bind("entryTask", taskId)
        .bind("taskTitle", taskTitle)
        .bind("deed", deed)
        .bind("named", named)
        .bind("connection", connectionId)
        .bind("sandbox", sandboxId)
        .bind("sandboxName", sandboxName)
        .bind("line", line)
        .bind("execId", execId)
        .bind("fingerprint", fingerprint);
  }

  static EntryRow of(Entry entry) {
    Agent agent = entry.agent();
    Entry.ForTask task = entry.task();
    AskedCommand command = entry.command();
    ExecKey key = command == null ? null : command.key();
    Subject subject = Subject.of(entry.about());
    return new EntryRow(
        entry.id().value(),
        entry.at(),
        agent.organization().value(),
        agent.member().value(),
        agent.id().value(),
        agent.name(),
        task == null ? null : task.id().value(),
        task == null ? null : task.title(),
        entry.deed().word(),
        subject.named(),
        subject.connection(),
        subject.sandbox(),
        subject.name(),
        command == null ? null : command.line(),
        key == null ? null : key.execId(),
        key == null ? null : key.fingerprint(),
        VerdictRow.of(entry.verdict()));
  }

  Entry entry() {
    return new Entry(
        new EntryId(id),
        calledAt,
        new Agent(
            new AgentId(agentId),
            agentName,
            new MemberId(memberId),
            new OrganizationId(organizationId)),
        taskId == null || taskTitle == null
            ? null
            : new Entry.ForTask(new TaskId(taskId), taskTitle),
        Deed.valueOf(deed.toUpperCase(Locale.ROOT)),
        new Subject(named, connectionId, sandboxId, sandboxName).about(),
        line == null ? null : new AskedCommand(line, key()),
        came.read());
  }

  private @Nullable ExecKey key() {
    return execId == null || fingerprint == null ? null : new ExecKey(execId, fingerprint);
  }

  /** Without what was called for: that may be secret, and must not reach a log (H1). */
  @Override
  public String toString() {
    return "EntryRow[" + id + "]";
  }

  /** What a call was about, in four columns. */
  private record Subject(
      @Nullable String named,
      @Nullable UUID connection,
      @Nullable UUID sandbox,
      @Nullable String name) {

    static Subject of(About about) {
      if (about instanceof About.OfSandbox of) {
        return new Subject(null, of.connection().value(), of.id(), of.name());
      }
      if (about instanceof About.Named caller) {
        ConnectionId in = caller.connection();
        return new Subject(caller.text(), in == null ? null : in.value(), null, null);
      }
      return new Subject(null, null, null, null);
    }

    About about() {
      ConnectionId in = connection == null ? null : new ConnectionId(connection);
      if (sandbox != null && name != null && in != null) {
        return new About.OfSandbox(sandbox, name, in);
      }
      return named == null ? new About.Nothing() : new About.Named(named, in);
    }
  }
}

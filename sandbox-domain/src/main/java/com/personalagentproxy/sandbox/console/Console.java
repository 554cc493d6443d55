package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.PeoplesCommands;
import com.personalagentproxy.sandbox.access.Access;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Offer;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.ListQuery;
import com.personalagentproxy.sandbox.collection.Listing;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxFinder;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.move.Moved;
import com.personalagentproxy.sandbox.move.Mover;
import com.personalagentproxy.sandbox.move.Ports;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What people call. A person sees and steers the sandboxes of the own connection and of the
 * organization's, whatever task holds them (L7); anything else is not found. Where sandboxes aren't
 * offered every call is refused with {@link Refusal.NotOffered}, and nothing is made or changed
 * (C6). Safe for use by many threads.
 */
public final class Console {

  private final Ports ports;
  private final Offer offer;
  private final Listing listing;
  private final Mover mover;
  private final Switches switches;
  private final PeoplesCommands commands;
  private final Lives lives;
  private final SeenHistory history;
  private final TaskList taskList;

  public Console(Ports ports) {
    this.ports = ports;
    this.offer = new Offer(ports.backend(), ports.experiments(), ports.standings());
    this.listing = new Listing(ports.store(), ports.tasks(), ports.timing().idleAfter());
    this.mover = new Mover(ports);
    this.switches = new Switches(ports.connections());
    this.commands = new PeoplesCommands(ports, mover);
    this.lives = new Lives(ports.chronicle());
    this.history = new SeenHistory(ports.activity());
    this.taskList = new TaskList(ports);
  }

  /**
   * A page of the sandboxes the person sees, newest first; the arguments as in {@link
   * ListQuery#of}.
   */
  public Answer<SandboxPage> list(
      Person person, @Nullable String state, @Nullable String search, @Nullable String page) {
    return offered(person)
        .then(offered -> ListQuery.of(state, search, page))
        .map(query -> listing.page(seenBy(person), query, ports.now()));
  }

  /** One sandbox, by id. */
  public Answer<SandboxView> get(Person person, @Nullable String sandbox) {
    return offered(person)
        .then(offered -> found(person, sandbox))
        .map(found -> listing.view(found.sandbox(), found.connection(), ports.now()));
  }

  /** Puts it to sleep; commands that run in it are ended, and their results say by whom. */
  public Answer<SandboxView> sleep(Person person, @Nullable String sandbox) {
    return move(
        person, sandbox, row -> mover.sleep(row, "It was put to sleep by " + by(person) + "."));
  }

  /** Wakes it. */
  public Answer<SandboxView> wake(Person person, @Nullable String sandbox) {
    return move(person, sandbox, row -> mover.wake(row, "It was woken by " + by(person) + "."));
  }

  /**
   * Deletes it for good; commands that run in it are ended, and their results say by whom.
   *
   * @return the sandbox as it was
   */
  public Answer<SandboxView> delete(Person person, @Nullable String sandbox) {
    return move(person, sandbox, row -> mover.delete(row, "It was deleted by " + by(person) + "."));
  }

  /** The connections the person sees, and what agents may do on each. */
  public Answer<List<ConnectionView>> connections(Person person) {
    return offered(person)
        .map(offered -> seenBy(person).stream().map(each -> switches.view(person, each)).toList());
  }

  /**
   * Switches what agents may do on a connection, from their next call on (C4). Only who may change
   * it can (C5).
   *
   * @param connection its id
   */
  public Answer<ConnectionView> set(
      Person person, @Nullable String connection, Action action, boolean on) {
    return offered(person)
        .then(offered -> switches.toSet(person, seenBy(person), connection))
        .map(found -> switches.set(person, found, action, on));
  }

  /**
   * Switches what one agent may do on a connection, from its next call on; that goes before the
   * connection's setting (C4). Only who may change the connection can, and only for an agent that
   * reaches it (C5).
   *
   * @param connection its id
   * @param on absent takes the agent's own setting back: the connection's counts for it again
   */
  public Answer<AgentAccess> setFor(
      Person person,
      @Nullable String connection,
      Agent agent,
      Action action,
      @Nullable Boolean on) {
    return offered(person)
        .then(offered -> switches.toSet(person, seenBy(person), connection))
        .then(found -> switches.setFor(agent, found, action, on));
  }

  /**
   * Runs a command for a person, whatever task has the sandbox: it takes no lease and keeps none
   * from anybody, but while it runs the sandbox doesn't fall asleep. Wakes it when need be.
   *
   * @param request its {@code sandbox} is an id, its {@code execId} is not looked at
   */
  public Answer<CommandResult> run(Person person, CommandRequest request, Follower follower) {
    return offered(person)
        .then(offered -> found(person, request.sandbox()))
        .then(found -> commands.run(person, found.sandbox(), request, follower));
  }

  /**
   * The life of a sandbox that the person sees, a page at a time. How it is now is always the first
   * span of the first page; what is older than the history is kept for is left out.
   */
  public Answer<LifePage> life(Person person, @Nullable String sandbox, @Nullable String page) {
    return offered(person)
        .then(offered -> found(person, sandbox))
        .then(found -> lives.page(found.sandbox(), page));
  }

  /**
   * A page of the history: of the person's own agents, and of what any agent did in the
   * organization's connection where the person sees that. Narrowed to a deed, or to a task, an
   * agent or a sandbox whose entries are mostly others', a page may have few or none, and there is
   * a next one all the same.
   */
  public Answer<ActivityPage> activity(Person person, ActivityQuery query) {
    return offered(person).then(offered -> history.page(person, seenBy(person), query));
  }

  /**
   * What runs in a sandbox that the person sees, to be looked at from now on: as long as the person
   * is one of those who are {@linkplain #followed told} of its connection.
   */
  public Answer<RunningView> running(Person person, @Nullable String sandbox) {
    return offered(person)
        .then(offered -> found(person, sandbox))
        .map(found -> new RunningView(ports.runningOutputs(), found.sandbox().id().value()));
  }

  /**
   * A page of the tasks of the person's own agents.
   *
   * @param state only those {@code under_way}, {@code left_open} or {@code finished}; all if absent
   */
  public Answer<TaskPage> tasks(Person person, @Nullable String state, @Nullable String page) {
    return followed(person).then(seen -> taskList.page(person, seen, state, page));
  }

  /**
   * What each of these agents may do on a connection now; those that don't reach it are left out.
   */
  public Answer<List<AgentAccess>> access(
      Person person, @Nullable String connection, List<Agent> agents) {
    return offered(person)
        .then(offered -> switches.found(seenBy(person), connection))
        .map(found -> switches.access(found, agents));
  }

  /** The connections whose sandboxes the person sees: what {@link ChangeFeed#follow} is given. */
  public Answer<Set<ConnectionId>> followed(Person person) {
    return offered(person)
        .map(
            offered ->
                seenBy(person).stream()
                    .map(Connection::id)
                    .collect(Collectors.toUnmodifiableSet()));
  }

  private interface Deed {
    Answer<Moved> move(Sandbox row);
  }

  private Answer<SandboxView> move(Person person, @Nullable String sandbox, Deed deed) {
    return offered(person)
        .then(offered -> found(person, sandbox))
        .then(
            found ->
                deed.move(found.sandbox())
                    .map(
                        moved ->
                            StorageException.afterwards(
                                () ->
                                    listing.view(
                                        moved.sandbox(), found.connection(), ports.now()))));
  }

  private Answer<SandboxFinder.Found> found(Person person, @Nullable String sandbox) {
    return SandboxId.parse(Text.trimmed(sandbox))
        .flatMap(ports.store()::find)
        .flatMap(
            row ->
                seenBy(person).stream()
                    .filter(each -> each.id().equals(row.connection()))
                    .findFirst()
                    .map(connection -> Answer.done(new SandboxFinder.Found(row, connection))))
        .orElseGet(
            () ->
                Answer.refused(
                    new Refusal.NotFound(
                        "That sandbox isn't there any more. Look at the list again.")));
  }

  private Answer<Person> offered(Person person) {
    return offer
        .refusal(person)
        .<Answer<Person>>map(Answer::refused)
        .orElseGet(() -> Answer.done(person));
  }

  /** Asked only where sandboxes are offered: this makes connections (C1). */
  private List<Connection> seenBy(Person person) {
    return ports.connections().seenBy(person).stream()
        .filter(each -> Access.maySteer(person, each))
        .toList();
  }

  private static String by(Person person) {
    return Words.named(person.name());
  }
}

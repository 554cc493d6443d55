package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.Access;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.Listing;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.move.Moved;
import com.personalagentproxy.sandbox.move.Mover;
import com.personalagentproxy.sandbox.move.Ports;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What people call. A person sees and steers the sandboxes of the own connection and of the
 * organization's, whatever task holds them (L7); anything else is not found. Safe for use by many
 * threads.
 */
public final class Console {

  private final Ports ports;
  private final Listing listing;
  private final Mover mover;

  public Console(Ports ports) {
    this.ports = ports;
    this.listing = new Listing(ports.store(), ports.tasks(), ports.timing().idleAfter());
    this.mover = new Mover(ports);
  }

  /** A page of the sandboxes the person sees, newest first; see {@link Listing#page}. */
  public Answer<SandboxPage> list(
      Person person, @Nullable String state, @Nullable String search, @Nullable String page) {
    return listing.page(ports.connections().seenBy(person), state, search, page, ports.now());
  }

  /** One sandbox, by id. */
  public Answer<SandboxView> get(Person person, String sandbox) {
    return move(person, sandbox, row -> Answer.done(new Moved(row, null)));
  }

  /** Puts it to sleep; commands that run in it are ended, and their results say by whom. */
  public Answer<SandboxView> sleep(Person person, String sandbox) {
    return move(
        person, sandbox, row -> mover.sleep(row, "It was put to sleep by " + by(person) + "."));
  }

  /** Wakes it. */
  public Answer<SandboxView> wake(Person person, String sandbox) {
    return move(person, sandbox, row -> mover.wake(row, "It was woken by " + by(person) + "."));
  }

  /**
   * Deletes it for good; commands that run in it are ended, and their results say by whom.
   *
   * @return the sandbox as it was
   */
  public Answer<SandboxView> delete(Person person, String sandbox) {
    return move(person, sandbox, row -> mover.delete(row, "It was deleted by " + by(person) + "."));
  }

  /** The connections the person sees, and what agents may do on each. */
  public List<ConnectionView> connections(Person person) {
    return ports.connections().seenBy(person).stream().map(each -> view(each, person)).toList();
  }

  /**
   * Switches what agents may do on a connection, from their next call on (C4). Only who may change
   * it can (C5).
   */
  public Answer<ConnectionView> set(Person person, String connection, Action action, boolean on) {
    Optional<Connection> seen =
        ports.connections().seenBy(person).stream()
            .filter(each -> each.id().toString().equalsIgnoreCase(connection))
            .findFirst();
    if (seen.isEmpty()) {
      return Answer.refused(
          new Refusal.NotFound(
              "There is no connection %s. Go back to the list and choose one that is there."
                  .formatted(Words.quoted(connection))));
    }
    if (!Access.maySet(person, seen.get())) {
      return Answer.refused(
          new Refusal.NotAllowed(
              "Only an owner of the organization may change what agents may do on %s. Ask one to."
                  .formatted(Words.quoted(seen.get().name()))));
    }
    ports.connections().set(seen.get().id(), action, on);
    return Answer.done(view(seen.get(), person));
  }

  private interface Deed {
    Answer<Moved> move(Sandbox row);
  }

  private Answer<SandboxView> move(Person person, String sandbox, Deed deed) {
    Optional<Sandbox> row = SandboxId.parse(sandbox).flatMap(ports.store()::find);
    Optional<Connection> connection =
        row.flatMap(
            found ->
                ports.connections().seenBy(person).stream()
                    .filter(each -> each.id().equals(found.connection()))
                    .findFirst());
    if (connection.isEmpty()) {
      return Answer.refused(
          new Refusal.NotFound("That sandbox isn't there any more. Look at the list again."));
    }
    return deed.move(row.orElseThrow())
        .map(moved -> listing.view(moved.sandbox(), connection.get(), ports.now()));
  }

  private ConnectionView view(Connection connection, Person person) {
    return new ConnectionView(
        connection,
        ports.connections().settings(connection.id()).forAll(connection.owner()),
        Access.maySet(person, connection));
  }

  private static String by(Person person) {
    return Words.named(person.name());
  }
}

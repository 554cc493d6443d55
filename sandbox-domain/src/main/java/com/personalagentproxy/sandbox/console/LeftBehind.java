package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.Offer;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.ListQuery;
import com.personalagentproxy.sandbox.collection.Listing;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxFinder;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.move.Mover;
import com.personalagentproxy.sandbox.move.Ports;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What former members left in their own connections. It is theirs again if they come back (C2), and
 * what is in it stays theirs: an owner of the organization sees which sandboxes there are, and
 * deletes them, and looks into none. A member who is no owner is told that only an owner sees them
 * ({@link Refusal.NotAllowed}), whether there are any or not; to an owner of another organization
 * they are not found (C5). Safe for use by many threads.
 */
public final class LeftBehind {

  private static final Refusal NOT_FOUND =
      new Refusal.NotFound(
          "That sandbox isn't there any more, or its member is back. Look at the list again.");

  private final Ports ports;
  private final Offer offer;
  private final Listing listing;
  private final Mover mover;

  public LeftBehind(Ports ports) {
    this.ports = ports;
    this.offer = new Offer(ports.backend(), ports.experiments(), ports.standings());
    this.listing = new Listing(ports.store(), ports.tasks(), ports.timing().idleAfter());
    this.mover = new Mover(ports);
  }

  /** A page of them, newest first. */
  public Answer<SandboxPage> page(Person owner, @Nullable String page) {
    return allowed(owner)
        .map(allowed -> ports.connections().leftBehind(allowed.organization()))
        .then(
            connections ->
                ListQuery.of(null, null, page)
                    .map(
                        query ->
                            connections.isEmpty()
                                ? new SandboxPage(List.of(), null)
                                : listing.page(connections, query, ports.now())));
  }

  /** One of them, by id. */
  public Answer<SandboxView> get(Person owner, @Nullable String sandbox) {
    return found(owner, sandbox)
        .map(found -> listing.view(found.sandbox(), found.connection(), ports.now()));
  }

  /**
   * Deletes one of them for good. Who is brought back before the deletion has begun keeps it.
   *
   * @return the sandbox as it was
   */
  public Answer<SandboxView> delete(Person owner, @Nullable String sandbox) {
    return found(owner, sandbox)
        .then(
            found ->
                mover
                    .deleteUnless(
                        found.sandbox(),
                        row -> isBack(owner, row),
                        "It was deleted by %s.".formatted(Words.named(owner.name())))
                    .map(moved -> listing.view(moved.sandbox(), found.connection(), ports.now())));
  }

  /** Asked for each row that is read: between two of them its member may have come back. */
  private Optional<Refusal> isBack(Person owner, Sandbox row) {
    return connectionOf(owner, row).isPresent() ? Optional.empty() : Optional.of(NOT_FOUND);
  }

  private Answer<SandboxFinder.Found> found(Person owner, @Nullable String sandbox) {
    return allowed(owner)
        .then(
            allowed ->
                SandboxId.parse(Text.trimmed(sandbox))
                    .flatMap(ports.store()::find)
                    .flatMap(
                        row ->
                            connectionOf(owner, row)
                                .map(connection -> new SandboxFinder.Found(row, connection)))
                    .map(Answer::done)
                    .orElseGet(() -> Answer.refused(NOT_FOUND)));
  }

  private Optional<Connection> connectionOf(Person owner, Sandbox row) {
    return ports.connections().leftBehind(owner.organization()).stream()
        .filter(each -> each.id().equals(row.connection()))
        .findFirst();
  }

  private Answer<Person> allowed(Person owner) {
    Optional<Refusal> notOffered = offer.refusal(owner);
    if (notOffered.isPresent()) {
      return Answer.refused(notOffered.get());
    }
    return owner.role() == Person.Role.OWNER
        ? Answer.done(owner)
        : Answer.refused(
            new Refusal.NotAllowed(
                "Only an owner of the organization sees what former members left behind."));
  }
}

package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.http.CookieNames;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One request for a page, by anybody, and how it is answered. For one thread. */
public class Visit {

  private final Context context;
  private final Site site;
  private final @Nullable SignedIn who;

  Visit(Context context, Site site, @Nullable SignedIn who) {
    this.context = context;
    this.site = site;
    this.who = who;
  }

  /** The request itself, for what isn't provided for here. */
  public final Context context() {
    return context;
  }

  /** Who asks, if anybody who is signed in. */
  public final Optional<SignedIn> signedIn() {
    return Optional.ofNullable(who);
  }

  /** What is at this place of the address. */
  public final String path(String name) {
    return context.pathParam(name);
  }

  /** What the address says after its question mark; absent if that is nothing. */
  public final @Nullable String query(String name) {
    String value = context.queryParam(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** What was written into a field of the form. */
  public final @Nullable String field(String name) {
    return context.formParam(name);
  }

  /** When it is now. */
  public final Instant now() {
    return site.clock().instant();
  }

  /** Where the server is reached, as whoever asks reaches it, without a slash at its end. */
  public final String serverAddress() {
    return site.address(context);
  }

  /**
   * Answers with a page.
   *
   * @param template its file without {@code .jte}; it takes {@code frame} and {@code page}
   */
  public final void show(@Nullable Section section, String title, String template, Object page) {
    context.html(site.templates().render(template, frame(section, title), page));
  }

  /** Answers with a page that says one thing: what is so, and what to do next. */
  public final void say(HttpStatus status, String heading, String sentence) {
    context.status(status);
    show(null, heading, "message", new MessagePage(heading, sentence));
  }

  /** Answers with why not. */
  public final void refuse(Refusal refusal) {
    say(status(refusal), "That did not work", refusal.sentence());
  }

  /** Goes on with what an answer brings, or says why it brings nothing. */
  public final <T> void with(Answer<T> answer, Consumer<? super T> next) {
    if (answer instanceof Answer.Done<T> done) {
      next.accept(done.value());
    } else if (answer instanceof Answer.Refused<T> refused) {
      refuse(refused.refusal());
    }
  }

  /**
   * Signs this browser in, and sends it to where it wanted to go before, or to the list. A session
   * that it has already is over with that.
   *
   * @param session its secret
   */
  public final void signIn(String session) {
    site.cookie().in(context).ifPresent(site.sessions()::end);
    site.cookie().give(context, session);
    go(site.wayBack().take(context));
  }

  /** What the server calls its cookies. */
  public final CookieNames cookies() {
    return site.settings().cookies();
  }

  /** Sends the browser to another page of ours. */
  public final void go(String address) {
    context.redirect(address, HttpStatus.SEE_OTHER);
  }

  /**
   * Sends the browser to another page of ours, which begins by saying what was done.
   *
   * @param sentence what was done
   */
  public final void go(String address, String sentence) {
    site.word().leave(context, sentence);
    go(address);
  }

  /** What is around a page of this visit. What was just done is said once only. */
  final Frame frame(@Nullable Section section, String title) {
    return new Frame(
        title,
        section,
        who == null ? null : who.visitor(),
        who == null ? null : site.word().take(context).orElse(null),
        who == null ? null : site.settings().caution().get().orElse(null));
  }

  /** How a refusal is called in HTTP. */
  static HttpStatus status(Refusal refusal) {
    return switch (refusal.kind()) {
      case INVALID -> HttpStatus.BAD_REQUEST;
      case NOT_FOUND -> HttpStatus.NOT_FOUND;
      case FORBIDDEN -> HttpStatus.FORBIDDEN;
      case CONFLICT -> HttpStatus.CONFLICT;
      case UNREACHABLE -> HttpStatus.BAD_GATEWAY;
      case TOO_MANY -> HttpStatus.TOO_MANY_REQUESTS;
    };
  }
}

package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.ConnectionView;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.Routes;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Serves the page. */
public final class Pages implements Routes {

  private static final String POLICY =
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none';"
          + " frame-ancestors 'none'";

  private final Console console;
  private final Sessions sessions;
  private final PageSettings settings;
  private final InstantSource clock;
  private final SessionCookie cookie;
  private final Templates templates = new Templates();

  public Pages(Console console, Sessions sessions, PageSettings settings, InstantSource clock) {
    this.console = console;
    this.sessions = sessions;
    this.settings = settings;
    this.clock = clock;
    this.cookie = new SessionCookie(settings.isSecure());
  }

  @Override
  public void addTo(JavalinConfig config) {
    for (PageRoute route : PageRoute.values()) {
      config.routes.addHttpHandler(route.method(), route.path(), context -> answer(route, context));
    }
  }

  private void answer(PageRoute route, Context context) {
    context.header(Header.CONTENT_SECURITY_POLICY, POLICY);
    // Under no-referrer a browser hides the origin of forms, which is then taken for a stranger's.
    context.header(Header.REFERRER_POLICY, "same-origin");
    switch (route.whom()) {
      case EVERYBODY -> answerEverybody(route, context);
      case SIGNED_IN -> answerSignedIn(route, context);
    }
  }

  private void answerEverybody(PageRoute route, Context context) {
    switch (route) {
      case OFFER_SIGN_IN -> offerSignIn(context);
      case SIGN_IN -> signIn(context);
      case STYLE -> style(context);
      case LIST, ASK_BEFORE_DELETE, DELETE, SWITCH, SIGN_OUT ->
          throw new IllegalStateException(route + " is not for everybody.");
    }
  }

  private void answerSignedIn(PageRoute route, Context context) {
    Optional<SignedIn> found =
        cookie
            .in(context)
            .flatMap(secret -> sessions.person(secret).map(who -> new SignedIn(who, secret)));
    if (found.isEmpty()) {
      context.status(HttpStatus.UNAUTHORIZED).html(templates.stranger());
      return;
    }
    SignedIn who = found.get();
    if (route.isForm() && !who.sent(context.formParam("form_token"))) {
      say(
          context,
          HttpStatus.FORBIDDEN,
          "That did not come from this page",
          "Nothing was changed. Go to the list of sandboxes and try again from there.");
      return;
    }
    switch (route) {
      case LIST -> list(context, who);
      case ASK_BEFORE_DELETE -> askBeforeDelete(context, who);
      case DELETE -> delete(context, who);
      case SWITCH -> switchAction(context, who);
      case SIGN_OUT -> signOut(context, who);
      case OFFER_SIGN_IN, SIGN_IN, STYLE ->
          throw new IllegalStateException(route + " is for everybody.");
    }
  }

  private void list(Context context, SignedIn who) {
    String place = context.queryParam("page");
    Answer<ListPage> page =
        console
            .list(who.person(), null, null, place)
            .then(
                listed ->
                    console
                        .connections(who.person())
                        .map(connections -> listPage(context, who, listed, connections)));
    if (page instanceof Answer.Refused<ListPage> refused
        && refused.refusal() instanceof Refusal.NotOffered notOffered) {
      context.html(templates.list(ListPage.notOffered(who.visitor(), why(notOffered))));
    } else {
      show(context, page, templates::list);
    }
  }

  private ListPage listPage(
      Context context, SignedIn who, SandboxPage listed, List<ConnectionView> connections) {
    return new ListPage(
        who.visitor(),
        Notice.named(context.queryParam("done")).map(Notice::sentence).orElse(null),
        settings.caution().get().orElse(null),
        null,
        rows(listed.sandboxes()),
        listed.next(),
        context.queryParam("page") == null,
        connections.stream().map(ConnectionCard::of).toList(),
        Invitation.line(address(context), "TOKEN"));
  }

  private String why(Refusal.NotOffered notOffered) {
    return settings.howToOffer() == null
        ? notOffered.sentence()
        : notOffered.sentence() + " " + settings.howToOffer();
  }

  private void askBeforeDelete(Context context, SignedIn who) {
    show(
        context,
        console.get(who.person(), context.pathParam("sandbox")),
        view -> templates.delete(new DeletePage(who.visitor(), SandboxRow.of(view, now()))));
  }

  private void delete(Context context, SignedIn who) {
    goBack(context, console.delete(who.person(), context.pathParam("sandbox")), Notice.DELETED);
  }

  private void switchAction(Context context, SignedIn who) {
    String word = context.pathParam("action");
    Optional<Action> action =
        Arrays.stream(Action.values()).filter(each -> each.word().equals(word)).findFirst();
    String on = context.formParam("on");
    if (action.isEmpty() || !("true".equals(on) || "false".equals(on))) {
      say(
          context,
          HttpStatus.BAD_REQUEST,
          "There is no such setting",
          "Nothing was changed. Go to the list of sandboxes and choose one that is there.");
      return;
    }
    goBack(
        context,
        console.set(who.person(), context.pathParam("connection"), action.get(), "true".equals(on)),
        Notice.SWITCHED);
  }

  private void signOut(Context context, SignedIn who) {
    sessions.end(who.session());
    cookie.take(context);
    context.redirect("/sign-in", HttpStatus.SEE_OTHER);
  }

  private void offerSignIn(Context context) {
    String code = context.queryParam("code");
    // Only the button uses the code up: whatever looks at links before people do must not.
    context.html(code == null ? templates.stranger() : templates.signIn(code));
  }

  private void signIn(Context context) {
    String code = context.formParam("code");
    Optional<String> session = code == null ? Optional.empty() : sessions.begin(code);
    if (session.isEmpty()) {
      say(
          context,
          HttpStatus.FORBIDDEN,
          "This link does not work any more",
          "It was used before, or it is too old. On the computer the server runs on, ./sandboxes"
              + " sign-in prints another.");
      return;
    }
    // A session that this browser has already is over with it.
    cookie.in(context).ifPresent(sessions::end);
    cookie.give(context, session.get());
    context.redirect("/", HttpStatus.SEE_OTHER);
  }

  private static void style(Context context) {
    context
        .contentType("text/css; charset=utf-8")
        .header(Header.CACHE_CONTROL, "public, max-age=31536000, immutable")
        .result(Style.TEXT);
  }

  /** What a page is made of what was asked for. */
  private interface Shown<T> {
    String page(T value);
  }

  private <T> void show(Context context, Answer<T> answer, Shown<T> shown) {
    if (answer instanceof Answer.Done<T> done) {
      context.html(shown.page(done.value()));
    } else if (answer instanceof Answer.Refused<T> refused) {
      refuse(context, refused.refusal());
    }
  }

  private void goBack(Context context, Answer<?> answer, Notice notice) {
    if (answer instanceof Answer.Refused<?> refused) {
      refuse(context, refused.refusal());
    } else {
      context.redirect("/?done=" + notice.word(), HttpStatus.SEE_OTHER);
    }
  }

  private void refuse(Context context, Refusal refusal) {
    say(context, status(refusal), "That did not work", refusal.sentence());
  }

  private static HttpStatus status(Refusal refusal) {
    return switch (refusal.kind()) {
      case INVALID -> HttpStatus.BAD_REQUEST;
      case NOT_FOUND -> HttpStatus.NOT_FOUND;
      case FORBIDDEN -> HttpStatus.FORBIDDEN;
      case CONFLICT -> HttpStatus.CONFLICT;
      case UNREACHABLE -> HttpStatus.BAD_GATEWAY;
    };
  }

  private void say(Context context, HttpStatus status, String heading, String sentence) {
    context.status(status).html(templates.message(new MessagePage(heading, sentence)));
  }

  private List<SandboxRow> rows(List<SandboxView> views) {
    Instant now = now();
    return views.stream().map(view -> SandboxRow.of(view, now)).toList();
  }

  private String address(Context context) {
    return settings.publicUrl() == null
        ? "http://" + context.host()
        : settings.publicUrl().toString();
  }

  private Instant now() {
    return clock.instant();
  }
}

package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.RequestId;
import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.StorageAway;
import com.personalagentproxy.sandbox.web.live.Streams;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Serves the web app: at each address of {@link PageRoute} who may ask there, and nobody else. */
public final class Pages implements Routes {

  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  /** How soon an open page whose session has ended goes to sign-in. */
  private static final Duration LOOK_EVERY = Duration.ofSeconds(10);

  private final Site site;
  private final Streams streams;
  private final PageTable table = new PageTable();

  /**
   * The whole of it.
   *
   * @param others pages that others keep
   */
  public Pages(
      PageSources sources,
      Sessions sessions,
      PageSettings settings,
      InstantSource clock,
      List<PageGroup> others) {
    this.site = Site.of(sessions, settings, clock);
    this.streams = new Streams(LOOK_EVERY);
    Console console = sources.console();
    ChangeFeed feed = sources.feed();
    new AssetPages().enter(table);
    new SignInPages(site).enter(table);
    new ListPages(console, feed, settings).enter(table);
    new LivePages(console, feed, site, streams).enter(table);
    new LifePages(console, feed).enter(table);
    new SandboxPages(console).enter(table);
    new FilePages(console).enter(table);
    new TaskPages(console).enter(table);
    new HistoryPages(console, new HistoryChoices(console, sources.agents())).enter(table);
    new ConnectionPages(console, sources.agents()).enter(table);
    others.forEach(group -> group.enter(table));
  }

  @Override
  public void addTo(JavalinConfig config) {
    // Open pages are no answers that stopping waits for.
    config.events.serverStopping(streams::close);
    for (PageRoute route : PageRoute.values()) {
      if (table.has(route)) {
        config.routes.addHttpHandler(
            route.method(), route.path(), context -> answer(route, context));
      }
    }
    new LostPages(site).addTo(config);
  }

  private void answer(PageRoute route, Context context) {
    context.header(Header.CONTENT_SECURITY_POLICY, POLICY);
    // Under no-referrer a browser hides the origin of forms, which is then taken for a stranger's.
    context.header(Header.REFERRER_POLICY, "same-origin");
    if (route.isOnTheWayIn()) {
      // A program's page may have opened this one, and waits for it to come back.
      context.header(Header.CROSS_ORIGIN_OPENER_POLICY, "unsafe-none");
    }
    try {
      FormBody.check(route, context);
      switch (route.whom()) {
        case EVERYBODY ->
            table.everybody(route).accept(new Visit(context, site, who(context).orElse(null)));
        case SIGNED_IN -> answerSignedIn(route, context);
      }
    } catch (StorageException away) {
      StorageAway.log(RequestId.of(context), away);
      context.header(Header.RETRY_AFTER, String.valueOf(StorageAway.RETRY_AFTER));
      new Visit(context, site, null)
          .say(
              HttpStatus.SERVICE_UNAVAILABLE,
              "The database is away",
              StorageAway.sentence(away, !route.isForm()));
    }
  }

  private void answerSignedIn(PageRoute route, Context context) {
    Optional<SignedIn> found = who(context);
    if (found.isEmpty()) {
      context.status(HttpStatus.UNAUTHORIZED);
      if (!route.isForm()) {
        site.wayBack().leave(context, Site.here(context));
      }
      new Visit(context, site, null).show(null, "Sign in", "stranger", site.ways());
      return;
    }
    PersonsVisit visit = new PersonsVisit(context, site, found.get());
    FormBody.checkParts(route, context);
    if (route.isForm() && !found.get().sent(context.formParam("form_token"))) {
      visit.say(
          HttpStatus.FORBIDDEN,
          "That did not come from this page",
          "Nothing was changed. Go to the list of sandboxes and try again from there.");
      return;
    }
    table.signedIn(route).accept(visit);
  }

  private Optional<SignedIn> who(Context context) {
    return site.cookie()
        .in(context)
        .flatMap(secret -> site.sessions().person(secret).map(who -> new SignedIn(who, secret)));
  }
}

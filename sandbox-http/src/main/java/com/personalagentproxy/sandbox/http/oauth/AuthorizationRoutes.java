package com.personalagentproxy.sandbox.http.oauth;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.http.RequestId;
import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.StorageAway;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Where a browser brings a person whom a program asks to be let in. Nobody is asked, and nothing is
 * looked up or fetched, before the person is signed in; nothing goes to an address that the client
 * hasn't registered.
 */
public final class AuthorizationRoutes implements Routes {

  /** Where it asks, and where the form goes. */
  public static final String PATH = "/oauth/authorize";

  private static final String POLICY =
      "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none';"
          + " frame-ancestors 'none'";

  private final OAuthSettings settings;
  private final KnownClients clients;
  private final Grants grants;

  AuthorizationRoutes(OAuthSettings settings, KnownClients clients, Grants grants) {
    this.settings = settings;
    this.clients = clients;
    this.grants = grants;
  }

  private record Visit(Person person, String session) {}

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.get(PATH, context -> withStorage(context, this::ask));
    config.routes.post(PATH, context -> withStorage(context, this::decide));
  }

  private void withStorage(Context context, Consumer<Context> work) {
    try {
      work.accept(context);
    } catch (StorageException away) {
      StorageAway.log(RequestId.of(context), away);
      context.header(Header.RETRY_AFTER, String.valueOf(StorageAway.RETRY_AFTER));
      say(
          context,
          HttpStatus.SERVICE_UNAVAILABLE,
          "The server can't do this now",
          StorageAway.sentence(away, context.method().equals(HandlerType.GET)));
    }
  }

  private void ask(Context context) {
    harden(context);
    Optional<Visit> visit = visit(context);
    if (visit.isEmpty()) {
      signInFirst(context);
      return;
    }
    asked(context, Parameters.ofQuery(context))
        .ifPresent(
            request -> {
              try {
                request.consent();
                show(context, visit.get(), request);
              } catch (OAuthException wrong) {
                offerToTell(context, visit.get(), request, wrong);
              }
            });
  }

  /** Nobody is sent anywhere that they haven't seen: a stranger may have registered anything. */
  private void offerToTell(
      Context context, Visit visit, AuthorizationRequest request, OAuthException wrong) {
    Map<String, String> fields = request.fields();
    fields.put("form_token", FormToken.of(visit.session()));
    context
        .status(HttpStatus.BAD_REQUEST)
        .html(
            settings
                .pages()
                .offerToTell(
                    new ConsentPages.Wrong(
                        request.client().name(),
                        request.redirect().words(),
                        wrong.sentence(),
                        fields)));
  }

  /** Reads who asks; what isn't certain is said to the person, and sent nowhere. */
  private Optional<AuthorizationRequest> asked(Context context, Parameters parameters) {
    try {
      return Optional.of(
          AuthorizationRequest.of(Server.of(settings.publicUrl(), context), parameters, clients));
    } catch (OAuthException wrong) {
      say(
          context,
          HttpStatus.BAD_REQUEST,
          "This program can't be let in",
          wrong.sentence()
              + " Nothing was sent to it. Make the program forget how it signed in here, and"
              + " connect it again.");
      return Optional.empty();
    }
  }

  private void show(Context context, Visit visit, AuthorizationRequest request) {
    Map<String, String> fields = request.fields();
    fields.put("form_token", FormToken.of(visit.session()));
    List<Agent> agents = grants.agents(visit.person());
    Client client = request.client();
    context.html(
        settings
            .pages()
            .ask(
                new ConsentPages.Question(
                    visit.person(),
                    client.name(),
                    client.vouchingHost(),
                    request.redirect().words(),
                    agents,
                    grants
                        .lastAgent(visit.person(), client.id())
                        .flatMap(
                            last ->
                                agents.stream().filter(each -> each.id().equals(last)).findFirst())
                        .orElse(null),
                    fields)));
  }

  private void decide(Context context) {
    harden(context);
    Optional<Visit> visit = visit(context);
    if (visit.isEmpty()) {
      say(
          context,
          HttpStatus.UNAUTHORIZED,
          "You are not signed in any more",
          "Nothing was granted. Sign in, go back to the program, and connect it again.");
      return;
    }
    if (!Parameters.isForm(context)
        || !FormToken.isOf(visit.get().session(), context.formParam("form_token"))) {
      say(
          context,
          HttpStatus.FORBIDDEN,
          "That did not come from this page",
          "Nothing was granted. Go back to the program, and connect it again.");
      return;
    }
    asked(context, new Parameters(context.formParamMap()))
        .ifPresent(
            request -> {
              try {
                decide(context, visit.get().person(), request);
              } catch (OAuthException wrong) {
                refuse(context, request, wrong);
              }
            });
  }

  private void decide(Context context, Person person, AuthorizationRequest request) {
    Grants.Consent consent = request.consent();
    if (!"allow".equals(context.formParam("decision"))) {
      throw new OAuthException(OAuthError.ACCESS_DENIED, "The person said no.");
    }
    Answer<String> code = grants.give(person, actsAs(context, request.client()), consent);
    if (code instanceof Answer.Refused<String> refused) {
      say(
          context,
          HttpStatus.BAD_REQUEST,
          "That did not work",
          refused.refusal().sentence() + " Go back to the page before, and choose otherwise.");
    } else if (code instanceof Answer.Done<String> done) {
      context.redirect(request.granted(done.value()), HttpStatus.SEE_OTHER);
    }
  }

  private static Grants.ActsAs actsAs(Context context, Client client) {
    String agent = context.formParam("agent");
    if (agent == null || agent.isEmpty()) {
      String name = context.formParam("name");
      return new Grants.ActsAs.New(name == null || name.isBlank() ? client.name() : name);
    }
    try {
      return new Grants.ActsAs.Existing(new AgentId(UUID.fromString(agent)));
    } catch (IllegalArgumentException noId) {
      throw new OAuthException(OAuthError.INVALID_REQUEST, "agent is no agent's id.");
    }
  }

  private static void refuse(Context context, AuthorizationRequest request, OAuthException wrong) {
    context.redirect(request.refused(wrong.error(), wrong.sentence()), HttpStatus.SEE_OTHER);
  }

  private Optional<Visit> visit(Context context) {
    return settings
        .session()
        .in(context)
        .flatMap(
            session ->
                settings.people().bySession(session).map(person -> new Visit(person, session)));
  }

  private void signInFirst(Context context) {
    String query = context.queryString();
    context
        .status(HttpStatus.UNAUTHORIZED)
        .html(settings.pages().signInFirst(query == null ? PATH : PATH + "?" + query));
  }

  private void say(Context context, HttpStatus status, String heading, String sentence) {
    context.status(status).html(settings.pages().say(heading, sentence));
  }

  /**
   * The policy doesn't say where forms may lead: browsers hold every hop of the answer against it,
   * and programs send on to wherever they are. The window that opened this one may stay its opener.
   */
  private static void harden(Context context) {
    context
        .header(Header.CONTENT_SECURITY_POLICY, POLICY)
        .header(Header.CROSS_ORIGIN_OPENER_POLICY, "unsafe-none")
        // Under no-referrer a browser hides the origin of forms, which is then taken for a
        // stranger's.
        .header(Header.REFERRER_POLICY, "same-origin");
  }
}

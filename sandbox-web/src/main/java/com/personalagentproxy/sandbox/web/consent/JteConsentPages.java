package com.personalagentproxy.sandbox.web.consent;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.console.AgentAccess;
import com.personalagentproxy.sandbox.console.ConnectionView;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.oauth.ConsentPages;
import com.personalagentproxy.sandbox.web.page.Frame;
import com.personalagentproxy.sandbox.web.page.MessagePage;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The pages of a consent, in the web app's layout. */
public final class JteConsentPages implements ConsentPages {

  private final TemplateEngine engine = TemplateEngine.createPrecompiled(ContentType.Html);

  private final Console console;

  /** With what knows what agents may do. */
  public JteConsentPages(Console console) {
    this.console = console;
    engine.setTrimControlStructures(true);
  }

  @Override
  public String ask(Question question) {
    Person person = question.person();
    List<ConnectionView> connections = done(console.connections(person));
    List<AgentAccess> access =
        connections.stream()
            .map(each -> each.connection().id().toString())
            .flatMap(id -> done(console.access(person, id, question.agents())).stream())
            .toList();
    String beyondOfNew = Reach.words(connections.stream().map(Reach::ofNew).toList());
    ConsentPage.Choice aNewOne =
        new ConsentPage.Choice("", "a new agent", beyondOfNew, question.likely() == null);
    Stream<ConsentPage.Choice> others =
        question.agents().stream()
            .map(
                agent ->
                    new ConsentPage.Choice(
                        agent.id().toString(),
                        agent.name(),
                        beyond(agent, access),
                        agent.equals(question.likely())));
    return render(
        "consent",
        "Let a program in?",
        new ConsentPage(question, Stream.concat(Stream.of(aNewOne), others).toList()));
  }

  private static String beyond(Agent agent, List<AgentAccess> access) {
    return Reach.words(
        access.stream().filter(each -> each.agent().equals(agent)).map(Reach::of).toList());
  }

  /** Where sandboxes aren't offered no agent may do anything. */
  private static <T> List<T> done(Answer<List<T>> answer) {
    return answer instanceof Answer.Done<List<T>> done ? done.value() : List.of();
  }

  @Override
  public String offerToTell(Wrong wrong) {
    return render("consentwrong", "This program can't be let in", wrong);
  }

  @Override
  public String signInFirst(String comeBack) {
    String signIn = "/sign-in?then=" + URLEncoder.encode(comeBack, StandardCharsets.UTF_8);
    return render("consentsignin", "Sign in first", new SignInFirst(signIn, comeBack));
  }

  @Override
  public String say(String heading, String sentence) {
    return render("message", heading, new MessagePage(heading, sentence));
  }

  private String render(String template, String title, Object page) {
    StringOutput out = new StringOutput();
    engine.render(template + ".jte", Map.of("frame", Frame.ofNobody(title), "page", page), out);
    return out.toString();
  }
}

package com.personalagentproxy.sandbox.web.consent;

import com.personalagentproxy.sandbox.http.oauth.ConsentPages;
import com.personalagentproxy.sandbox.web.page.Frame;
import com.personalagentproxy.sandbox.web.page.MessagePage;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The pages of a consent, in the web app's layout. */
public final class JteConsentPages implements ConsentPages {

  private final TemplateEngine engine = TemplateEngine.createPrecompiled(ContentType.Html);

  public JteConsentPages() {
    engine.setTrimControlStructures(true);
  }

  @Override
  public String ask(Question question) {
    return render("consent", "Let a program in?", question);
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

package com.personalagentproxy.sandbox.web.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/**
 * Renders the pages' templates, which were compiled with the rest. Safe for use by many threads.
 */
final class Templates {

  private final TemplateEngine engine = TemplateEngine.createPrecompiled(ContentType.Html);

  Templates() {
    engine.setTrimControlStructures(true);
  }

  String list(ListPage page) {
    return render("list", Map.of("page", page));
  }

  String delete(DeletePage page) {
    return render("delete", Map.of("page", page));
  }

  String message(MessagePage page) {
    return render("message", Map.of("page", page));
  }

  /** For who isn't signed in: how to be. */
  String stranger() {
    return render("stranger", Map.of());
  }

  /** The button that uses a one-time code up. */
  String signIn(String code) {
    return render("signin", Map.of("code", code));
  }

  private String render(String template, Map<String, Object> values) {
    StringOutput out = new StringOutput();
    engine.render(template + ".jte", values, out);
    return out.toString();
  }
}

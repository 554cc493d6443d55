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

  /** A whole page. */
  String render(String template, Frame frame, Object page) {
    return render(template, Map.of("frame", frame, "page", page));
  }

  /** A part of a page. */
  String render(String template, Map<String, Object> values) {
    StringOutput out = new StringOutput();
    engine.render(template + ".jte", values, out);
    return out.toString();
  }
}

package com.personalagentproxy.sandbox.web.docs;

import com.personalagentproxy.sandbox.docs.Book;
import com.personalagentproxy.sandbox.docs.Chapter;
import com.personalagentproxy.sandbox.docs.DocsAddress;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.Routes;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Map;

/** Serves the documentation, to everybody. */
public final class DocsRoutes implements Routes {

  private static final String POLICY =
      "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src"
          + " 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
  private static final String FOR_AN_HOUR = "public, max-age=3600";
  private static final Map<String, String> KINDS =
      Map.of("svg", "image/svg+xml", "yaml", "application/yaml; charset=utf-8");

  private final Book book = new Book();
  private final TemplateEngine templates = TemplateEngine.createPrecompiled(ContentType.Html);

  @Override
  public void addTo(JavalinConfig config) {
    templates.setTrimControlStructures(true);
    config.routes.get(DocsAddress.ROOT, context -> answer(context, ""));
    config.routes.get(
        DocsAddress.ROOT + "/<page>", context -> answer(context, context.pathParam("page")));
  }

  private void answer(Context context, String name) {
    Chapter chapter = book.chapter(name).orElse(null);
    if (chapter != null) {
      page(context, chapter);
    } else if (!file(context, name)) {
      throw new ProblemException(
          ErrorKind.NOT_FOUND,
          "There is no such page in the documentation. All pages are listed at %s."
              .formatted(DocsAddress.ROOT));
    }
  }

  private void page(Context context, Chapter chapter) {
    StringOutput out = new StringOutput();
    templates.render("docs.jte", new DocsPage(chapter, book.chapters(), book.html(chapter)), out);
    context.header(Header.CONTENT_SECURITY_POLICY, POLICY).html(out.toString());
  }

  private boolean file(Context context, String name) {
    String kind = KINDS.get(name.substring(name.lastIndexOf('.') + 1));
    String text = kind == null ? null : book.asset(name);
    if (kind == null || text == null) {
      return false;
    }
    context.contentType(kind).header(Header.CACHE_CONTROL, FOR_AN_HOUR).result(text);
    return true;
  }
}

package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.http.RequestId;
import com.personalagentproxy.sandbox.http.Routes;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import java.util.Optional;

/** What a browser is shown where there is no page, or where one failed. Programs get JSON. */
record LostPages(Site site) implements Routes {

  private static final String BROWSERS = "text/html";

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.error(
        HttpStatus.NOT_FOUND,
        BROWSERS,
        context ->
            say(
                context,
                "There is nothing here",
                "Check the address for a slip, or look for what you need in the list of"
                    + " sandboxes."));
    config.routes.error(
        HttpStatus.METHOD_NOT_ALLOWED,
        BROWSERS,
        context ->
            say(
                context,
                "This address isn't for looking at",
                "It only takes a form. Go to the list of sandboxes and press the button there."));
    config.routes.error(
        HttpStatus.INTERNAL_SERVER_ERROR,
        BROWSERS,
        context ->
            say(
                context,
                "Something went wrong inside the server",
                "It is written in its log. Look whether what you asked for was done before you try"
                    + " again; if it goes on, tell whoever runs the server this: request "
                    + RequestId.of(context)
                    + "."));
    config.routes.error(
        HttpStatus.CONTENT_TOO_LARGE,
        BROWSERS,
        context ->
            say(context, "That is too large", "Nothing was changed. Send it in smaller parts."));
  }

  private void say(Context context, String heading, String sentence) {
    // A page that says more itself stays.
    String type = Optional.ofNullable(context.res().getContentType()).orElse("");
    if (!type.startsWith(BROWSERS)) {
      context.header(Header.CONTENT_SECURITY_POLICY, Pages.POLICY);
      new Visit(context, site, null).say(context.status(), heading, sentence);
    }
  }
}

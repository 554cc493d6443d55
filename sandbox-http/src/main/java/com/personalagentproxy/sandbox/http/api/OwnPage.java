package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.util.Locale;
import java.util.Set;

/**
 * A browser sends its session along with whatever any page makes it send, so a change by a session
 * counts only when it is certain that a page of this server asked for it:
 *
 * <ul>
 *   <li>The browser says so itself, in {@code Sec-Fetch-Site: same-origin}, which no page can
 *       write; or, where it is too old for that, in an {@code Origin}, which the door of the whole
 *       server has held against the hosts that are ours.
 *   <li>What says neither is no browser's page, and has a personal token to use instead.
 *   <li>The body is of no kind that a form can send, so that even without these headers a page of
 *       another origin would need a leave that is never given (CORS).
 * </ul>
 *
 * Looking changes nothing, and no page of another origin can read the answer. A token is sent only
 * by who has it, so none of this is asked of it.
 */
final class OwnPage {

  private static final Set<HandlerType> LOOKING = Set.of(HandlerType.GET, HandlerType.HEAD);
  private static final Set<String> OF_FORMS =
      Set.of("application/x-www-form-urlencoded", "multipart/form-data", "text/plain");

  private OwnPage() {}

  /**
   * Lets a session's request pass.
   *
   * @throws ProblemException if it changes something and isn't certainly from a page of ours
   */
  static void require(Context context) {
    if (LOOKING.contains(context.method())) {
      return;
    }
    String site = context.header("Sec-Fetch-Site");
    boolean isOurs =
        site == null ? context.header(Header.ORIGIN) != null : site.equals("same-origin");
    if (!isOurs) {
      throw new ProblemException(
          ErrorKind.FORBIDDEN,
          "With a session, changes are made only from this server's own page. A program uses a personal token instead: Authorization: Bearer.");
    }
    String type = context.contentType();
    if (type != null
        && OF_FORMS.contains(type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
        && !context.path().contains("/files/")) {
      throw new ProblemException(
          ErrorKind.UNSUPPORTED_MEDIA_TYPE,
          "With a session, a body is not taken as a form's. Send JSON, with Content-Type: application/json.");
    }
  }
}

package com.personalagentproxy.sandbox.http.oauth;

import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.StrictJson;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The well-known addresses, and the challenge that leads there: whoever comes without a token that
 * counts is told where to learn how to get one.
 */
final class MetadataRoutes implements Routes {

  static final String RESOURCE = "/.well-known/oauth-protected-resource";
  static final String ISSUER = "/.well-known/oauth-authorization-server";
  private static final List<String> RESOURCES = List.of("", "/mcp", "/api");
  private static final int UNAUTHORIZED = 401;

  private final OAuthSettings settings;

  MetadataRoutes(OAuthSettings settings) {
    this.settings = settings;
  }

  @Override
  public void addTo(JavalinConfig config) {
    for (String path : RESOURCES) {
      config.routes.get(
          RESOURCE + path,
          context -> StrictJson.answer(context, Metadata.Resource.of(server(context), path)));
    }
    config.routes.get(
        ISSUER,
        context ->
            StrictJson.answer(
                context, Metadata.Issuer.of(server(context), settings.takesDescriptions())));
    config.routes.after(this::completeChallenge);
  }

  @Override
  public Set<String> openToPages() {
    return Stream.concat(Stream.of(ISSUER), RESOURCES.stream().map(path -> RESOURCE + path))
        .collect(Collectors.toUnmodifiableSet());
  }

  private Server server(Context context) {
    return Server.of(settings.publicUrl(), context);
  }

  /** Whatever route it came from. */
  private void completeChallenge(Context context) {
    String challenge = context.res().getHeader(Header.WWW_AUTHENTICATE);
    if (context.statusCode() != UNAUTHORIZED
        || challenge == null
        || !challenge.startsWith("Bearer")) {
      return;
    }
    String more =
        "resource_metadata=\"%s\", scope=\"%s\""
            .formatted(
                server(context).asked() + RESOURCE + resource(context.path()), Metadata.SCOPE);
    String separator = challenge.equals("Bearer") ? " " : ", ";
    context.header(Header.WWW_AUTHENTICATE, challenge + separator + more);
  }

  private static String resource(String path) {
    return RESOURCES.stream()
        .filter(each -> !each.isEmpty() && (path.equals(each) || path.startsWith(each + "/")))
        .findFirst()
        .orElse("");
  }
}

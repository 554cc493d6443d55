package com.personalagentproxy.sandbox.http.oauth;

import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.http.RequestId;
import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.StorageAway;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSocketFactory;

/** All that OAuth serves. */
public final class OAuthRoutes implements Routes {

  private final List<Routes> parts;

  private OAuthRoutes(
      OAuthSettings settings,
      Clients registered,
      DescribedClients described,
      Grants grants,
      InstantSource clock) {
    KnownClients clients = new KnownClients(registered, described, settings.takesDescriptions());
    parts =
        List.of(
            new MetadataRoutes(settings),
            new RegistrationRoutes(registered, clock),
            new AuthorizationRoutes(settings, clients, grants),
            new TokenRoutes(settings, clients, grants));
  }

  /** With what is kept; descriptions of clients are fetched from the public internet. */
  public static OAuthRoutes of(
      OAuthSettings settings, Clients registered, Grants grants, InstantSource clock) {
    return new OAuthRoutes(
        settings,
        registered,
        new DescribedClients(Fetching.ofPublic(), false, clock),
        grants,
        clock);
  }

  /** Likewise for tests: descriptions are fetched from this very computer too, by plain http. */
  public static OAuthRoutes ofThisComputerToo(
      OAuthSettings settings, Clients registered, Grants grants, InstantSource clock) {
    Fetching fetching =
        new Fetching(
            (SSLSocketFactory) SSLSocketFactory.getDefault(), address -> true, Fetching.WITHIN);
    return new OAuthRoutes(
        settings, registered, new DescribedClients(fetching, true, clock), grants, clock);
  }

  @Override
  public void addTo(JavalinConfig config) {
    parts.forEach(part -> part.addTo(config));
  }

  @Override
  public Set<String> openToPages() {
    return parts.stream()
        .flatMap(part -> part.openToPages().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Answers with errors of OAuth's own in its own shape. */
  static void answering(Context context, Consumer<Context> work) {
    try {
      work.accept(context);
    } catch (OAuthException wrong) {
      wrong.answer(context);
    } catch (StorageException away) {
      StorageAway.log(RequestId.of(context), away);
      context.header(Header.RETRY_AFTER, String.valueOf(StorageAway.RETRY_AFTER));
      new OAuthException(OAuthError.TEMPORARILY_UNAVAILABLE, StorageAway.sentence(away, false))
          .answer(context);
    }
  }
}

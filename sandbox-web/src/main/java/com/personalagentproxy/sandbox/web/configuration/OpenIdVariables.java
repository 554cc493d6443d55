package com.personalagentproxy.sandbox.web.configuration;

import com.personalagentproxy.sandbox.http.HttpSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The variables of {@link OpenId}. */
final class OpenIdVariables {

  static final Variable<URI> OPENID_ISSUER =
      new Variable<>(
          "SANDBOX_OPENID_ISSUER",
          "address",
          "none, so people sign in by links only",
          "The provider of OpenID Connect by which people sign in, as it calls itself.",
          "an https address such as https://accounts.google.com, or http on this computer",
          false,
          Optional.empty(),
          OpenIdVariables::issuer);

  static final Variable<String> OPENID_CLIENT_ID =
      new Variable<>(
          "SANDBOX_OPENID_CLIENT_ID",
          "text",
          "none",
          "As what that provider knows this server.",
          "the client id that the provider says",
          false,
          Optional.empty(),
          text -> Optional.of(text));

  static final Variable<OpenId.ClientSecret> OPENID_CLIENT_SECRET =
      new Variable<>(
          "SANDBOX_OPENID_CLIENT_SECRET",
          "text",
          "none, for a client without a secret",
          "By which that provider knows this server.",
          "the client secret that the provider says",
          true,
          Optional.empty(),
          text -> Optional.of(new OpenId.ClientSecret(text)));

  static final Variable<Path> OPENID_CLIENT_SECRET_FILE =
      new Variable<>(
          "SANDBOX_OPENID_CLIENT_SECRET_FILE",
          "file",
          "none",
          "A file with that secret in it, instead of the secret itself.",
          "the path of a file",
          false,
          Optional.empty(),
          OpenIdVariables::path);

  static final Variable<String> OPENID_NAME =
      new Variable<>(
          "SANDBOX_OPENID_NAME",
          "text",
          "the host of the issuer",
          "What people call the provider: “Sign in with …”.",
          "1 to 60 characters, such as Google",
          false,
          Optional.empty(),
          text -> Optional.of(text).filter(each -> each.length() <= 60));

  static final Variable<Optional<OpenId.Join.Role>> OPENID_JOIN =
      new Variable<>(
          "SANDBOX_OPENID_JOIN",
          "role",
          "invited: only who has an invitation joins",
          "As what people join who sign in for the first time and have no invitation.",
          "invited, member or owner",
          false,
          Optional.of(Optional.empty()),
          OpenIdVariables::join);

  static final Variable<List<String>> OPENID_DOMAINS =
      new Variable<>(
          "SANDBOX_OPENID_DOMAINS",
          "domains",
          "none",
          "Whose people may join so: the domains of the e-mail addresses that the provider has"
              + " verified, or any.",
          "domains with commas between, such as example.com,example.org, or any",
          false,
          Optional.empty(),
          OpenId::domains);

  /** All of them, in the order in which they are explained. */
  static final List<Variable<?>> ALL =
      List.of(
          OPENID_ISSUER,
          OPENID_CLIENT_ID,
          OPENID_CLIENT_SECRET,
          OPENID_CLIENT_SECRET_FILE,
          OPENID_NAME,
          OPENID_JOIN,
          OPENID_DOMAINS);

  private OpenIdVariables() {}

  private static Optional<Path> path(String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException notAPath) {
      return Optional.empty();
    }
  }

  /** Over plain http anybody on the way could say who signs in. */
  private static Optional<URI> issuer(String text) {
    try {
      URI uri = new URI(text);
      boolean right =
          uri.getHost() != null
              && uri.getRawUserInfo() == null
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null
              && ("https".equals(uri.getScheme())
                  || ("http".equals(uri.getScheme()) && HttpSettings.isLoopback(uri.getHost())));
      return right ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException notAnAddress) {
      return Optional.empty();
    }
  }

  private static Optional<Optional<OpenId.Join.Role>> join(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "invited" -> Optional.of(Optional.empty());
      case "member" -> Optional.of(Optional.of(OpenId.Join.Role.MEMBER));
      case "owner" -> Optional.of(Optional.of(OpenId.Join.Role.OWNER));
      default -> Optional.empty();
    };
  }
}

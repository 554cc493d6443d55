package com.personalagentproxy.sandbox.web.account;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.UserInfoRequest;
import com.nimbusds.openid.connect.sdk.UserInfoResponse;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.web.configuration.OpenId;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A provider of OpenID Connect, asked by the authorization code flow with PKCE, state and nonce.
 * Safe for use by many threads. What it says of itself is kept for an hour.
 */
final class OpenIdProvider {

  private static final Duration KEPT = Duration.ofHours(1);
  private static final Logger log = LoggerFactory.getLogger(OpenIdProvider.class);

  private final OpenId settings;
  private volatile @Nullable KnownProvider known;

  OpenIdProvider(OpenId settings) {
    this.settings = settings;
  }

  OpenId settings() {
    return settings;
  }

  /** What belongs to one sign-in and is known to the browser that begun it alone. */
  record Secrets(String nonce, String verifier) {
    @Override
    public String toString() {
      return "Secrets[…]";
    }
  }

  /** Where the browser goes to sign in there; refused if the provider is away. */
  Answer<URI> leave(String state, Secrets secrets, URI callback, Instant now) {
    return provider(now)
        .map(
            provider ->
                new AuthenticationRequest.Builder(
                        ResponseType.CODE,
                        new Scope("openid", "profile", "email"),
                        new ClientID(settings.clientId()),
                        callback)
                    .endpointURI(provider.metadata().getAuthorizationEndpointURI())
                    .state(new State(state))
                    .nonce(new Nonce(secrets.nonce()))
                    .codeChallenge(new CodeVerifier(secrets.verifier()), CodeChallengeMethod.S256)
                    .build()
                    .toURI());
  }

  /**
   * Who signed in there.
   *
   * @param issuer who says that the answer is theirs, if the answer says so (RFC 9207)
   */
  Answer<Claims> arrive(
      String code, @Nullable String issuer, Secrets secrets, URI callback, Instant now) {
    return provider(now).then(provider -> arrive(provider, code, issuer, secrets, callback));
  }

  private Answer<Claims> arrive(
      KnownProvider provider, String code, @Nullable String issuer, Secrets secrets, URI callback) {
    OIDCProviderMetadata metadata = provider.metadata();
    if (issuer == null
        ? metadata.supportsAuthorizationResponseIssuerParam()
        : !issuer.equals(metadata.getIssuer().getValue())) {
      return refused("the answer is another provider's");
    }
    try {
      TokenResponse response = tokens(metadata, code, secrets, callback);
      if (!response.indicatesSuccess()) {
        return refused("it takes back its code: " + response.toErrorResponse().getErrorObject());
      }
      OIDCTokenResponse tokens = (OIDCTokenResponse) response.toSuccessResponse();
      JWT token = tokens.getOIDCTokens().getIDToken();
      if (token == null) {
        return refused("it says nothing of who signed in");
      }
      JWTClaimsSet claims =
          provider.validator().validate(token, new Nonce(secrets.nonce())).toJWTClaimsSet();
      return Answer.done(claims(metadata, tokens, claims));
    } catch (IOException away) {
      return away(away);
    } catch (GeneralException | BadJOSEException | JOSEException | java.text.ParseException bad) {
      return refused(String.valueOf(bad.getMessage()));
    }
  }

  private TokenResponse tokens(
      OIDCProviderMetadata metadata, String code, Secrets secrets, URI callback)
      throws IOException, ParseException {
    AuthorizationCodeGrant grant =
        new AuthorizationCodeGrant(
            new AuthorizationCode(code), callback, new CodeVerifier(secrets.verifier()));
    ClientID client = new ClientID(settings.clientId());
    TokenRequest.Builder request =
        settings.secret() == null
            ? new TokenRequest.Builder(metadata.getTokenEndpointURI(), client, grant)
            : new TokenRequest.Builder(
                metadata.getTokenEndpointURI(),
                authentication(metadata, client, new Secret(settings.secret().text())),
                grant);
    return OIDCTokenResponseParser.parse(send(request.build().toHTTPRequest()));
  }

  /** As the provider takes it; unless it says otherwise, in the header. */
  private static ClientAuthentication authentication(
      OIDCProviderMetadata metadata, ClientID client, Secret secret) {
    List<ClientAuthenticationMethod> methods = metadata.getTokenEndpointAuthMethods();
    boolean inBody =
        methods != null
            && !methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
            && methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST);
    return inBody ? new ClientSecretPost(client, secret) : new ClientSecretBasic(client, secret);
  }

  private static HTTPResponse send(HTTPRequest request) throws IOException {
    request.setConnectTimeout(KnownProvider.TIMEOUT_MILLIS);
    request.setReadTimeout(KnownProvider.TIMEOUT_MILLIS);
    request.setFollowRedirects(false);
    return request.send();
  }

  private Claims claims(OIDCProviderMetadata metadata, OIDCTokenResponse tokens, JWTClaimsSet token)
      throws java.text.ParseException {
    boolean more =
        (token.getClaim("email") == null || token.getClaim("name") == null)
            && metadata.getUserInfoEndpointURI() != null;
    JWTClaimsSet said = more ? userInfo(metadata, tokens, token) : token;
    Object verified = said.getClaim("email_verified");
    String name = text(said, "name");
    return new Claims(
        metadata.getIssuer().getValue(),
        token.getSubject(),
        name == null ? text(said, "preferred_username") : name,
        Boolean.TRUE.equals(verified) || "true".equals(verified) ? text(said, "email") : null);
  }

  private static @Nullable String text(JWTClaimsSet claims, String name) {
    return claims.getClaim(name) instanceof String text ? text : null;
  }

  /** What it says of the same person elsewhere; what the token says if that can't be had. */
  private JWTClaimsSet userInfo(
      OIDCProviderMetadata metadata, OIDCTokenResponse tokens, JWTClaimsSet token) {
    try {
      UserInfoResponse response =
          UserInfoResponse.parse(
              send(
                  new UserInfoRequest(
                          metadata.getUserInfoEndpointURI(),
                          tokens.getOIDCTokens().getBearerAccessToken())
                      .toHTTPRequest()));
      if (response.indicatesSuccess() && response.toSuccessResponse().getUserInfo() != null) {
        JWTClaimsSet said = response.toSuccessResponse().getUserInfo().toJWTClaimsSet();
        return token.getSubject().equals(said.getSubject()) ? said : token;
      }
    } catch (IOException | GeneralException unread) {
      log.info("{} says no more of who signed in: {}", settings.name(), unread.getMessage());
    }
    return token;
  }

  private Answer<KnownProvider> provider(Instant now) {
    KnownProvider before = known;
    if (before != null && before.asked().plus(KEPT).isAfter(now)) {
      return Answer.done(before);
    }
    try {
      KnownProvider asked = KnownProvider.ask(settings.issuer(), settings.clientId(), now);
      known = asked;
      return Answer.done(asked);
    } catch (IOException | GeneralException | IllegalArgumentException failure) {
      return before == null ? away(failure) : Answer.done(before);
    }
  }

  private <T> Answer<T> away(Exception failure) {
    log.warn("{} gives no answer that can be used: {}", settings.name(), failure.getMessage());
    return Answer.refused(
        new Refusal.BackendFailed(
            "%s gives no answer just now. Try again in a few minutes, or sign in by a link."
                .formatted(settings.name())));
  }

  private <T> Answer<T> refused(String why) {
    log.warn("A sign-in by {} was refused: {}", settings.name(), why);
    return Answer.refused(
        new Refusal.NotAllowed(
            "What %s said could not be trusted, so nobody was signed in. Try again; if it goes on, tell whoever runs the server: the log says why."
                .formatted(settings.name())));
  }
}

package com.personalagentproxy.sandbox.web.account;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a provider says of itself, and how its word is checked.
 *
 * @param validator checks signature, issuer, audience, time and nonce of what it says of people. It
 *     fetches the provider's keys when it meets one that it doesn't know
 */
record KnownProvider(OIDCProviderMetadata metadata, IDTokenValidator validator, Instant asked) {

  static final int TIMEOUT_MILLIS = 5_000;

  /** Its clock and ours may be apart by so much. */
  private static final int CLOCK_SKEW_SECONDS = 60;

  private static final int MOST_BYTES = 512 * 1024;

  /** Signatures that only the provider can make, and that this Java checks by itself. */
  private static final Set<JWSAlgorithm> SIGNATURES =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384,
          JWSAlgorithm.ES512);

  /**
   * Asks it.
   *
   * @throws IOException if it gives no answer
   * @throws GeneralException if what it says is no description of that issuer
   */
  static KnownProvider ask(URI issuer, String clientId, Instant now)
      throws IOException, GeneralException {
    OIDCProviderMetadata metadata =
        OIDCProviderMetadata.resolve(new Issuer(issuer.toString()), TIMEOUT_MILLIS, TIMEOUT_MILLIS);
    JWKSource<SecurityContext> keys =
        JWKSourceBuilder.<SecurityContext>create(
                metadata.getJWKSetURI().toURL(),
                new DefaultResourceRetriever(TIMEOUT_MILLIS, TIMEOUT_MILLIS, MOST_BYTES))
            .cache(true)
            // It would keep a thread.
            .refreshAheadCache(false)
            // Only the provider itself brings us tokens with keys to look for.
            .rateLimited(false)
            .retrying(true)
            .build();
    IDTokenValidator validator =
        new IDTokenValidator(
            metadata.getIssuer(),
            new ClientID(clientId),
            new JWSVerificationKeySelector<>(signatures(metadata), keys),
            null);
    validator.setMaxClockSkew(CLOCK_SKEW_SECONDS);
    return new KnownProvider(metadata, validator, now);
  }

  private static Set<JWSAlgorithm> signatures(OIDCProviderMetadata metadata)
      throws GeneralException {
    List<JWSAlgorithm> named = metadata.getIDTokenJWSAlgs();
    Set<JWSAlgorithm> both =
        (named == null ? List.of(JWSAlgorithm.RS256) : named)
            .stream().filter(SIGNATURES::contains).collect(Collectors.toUnmodifiableSet());
    if (both.isEmpty()) {
      throw new GeneralException("The provider signs in no way that is known here.");
    }
    return both;
  }
}

package com.personalagentproxy.sandbox.web.account;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.function.UnaryOperator;

/** A provider made by hand that can be made to lie. Whoever comes is signed in at once. */
final class FaultyProvider implements AutoCloseable {

  /** What it does wrong. */
  enum Fault {
    NONE,
    WRONG_NONCE,
    NO_NONCE,
    WRONG_ISSUER,
    OTHER_AUDIENCE,
    EXPIRED,
    NOT_YET_ISSUED,
    UNSIGNED,
    SIGNED_WITH_THE_SECRET,
    FOREIGN_KEY,
    NO_ID_TOKEN,
    NO_JSON,
    REFUSES_THE_CODE,
    FAILS
  }

  private final HttpServer server;
  private RSAKey key = key("first");
  private volatile Fault fault = Fault.NONE;
  private volatile Duration clockAhead = Duration.ZERO;
  private volatile String nonce = "";
  private volatile String issuerSaid = "";

  FaultyProvider() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
    server.createContext(
        "/.well-known/openid-configuration", exchange -> answer(exchange, 200, description()));
    server.createContext(
        "/keys", exchange -> answer(exchange, 200, new JWKSet(key.toPublicJWK()).toString()));
    server.createContext("/token", this::token);
    server.start();
  }

  private static RSAKey key(String id) {
    try {
      return new RSAKeyGenerator(2048).keyID(id).generate();
    } catch (JOSEException failure) {
      throw new AssertionError(failure);
    }
  }

  URI issuer() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  void commit(Fault wrong) {
    fault = wrong;
  }

  void keepTime(Duration ahead) {
    clockAhead = ahead;
  }

  void rotateKeys() {
    key = key("second");
  }

  /** In its description. */
  void callItself(String issuer) {
    issuerSaid = issuer;
  }

  /** Signs whoever comes in, and gives what the browser comes back with. */
  String signIn(URI address) {
    nonce = parameter(address, "nonce");
    return "/openid/callback?code=any&state=" + parameter(address, "state");
  }

  private static String parameter(URI address, String name) {
    return address.getQuery().replaceFirst("(?:.*&)?" + name + "=([^&]*).*", "$1");
  }

  private String description() {
    String called = issuerSaid.isEmpty() ? issuer().toString() : issuerSaid;
    return """
    {"issuer": "%s", "authorization_endpoint": "%s/authorize", "token_endpoint": "%2$s/token",
     "jwks_uri": "%2$s/keys", "response_types_supported": ["code"], "subject_types_supported": ["public"],
     "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"]}
    """
        .formatted(called, issuer());
  }

  private void token(HttpExchange exchange) throws IOException {
    switch (fault) {
      case FAILS -> answer(exchange, 500, "Sorry");
      case NO_JSON -> answer(exchange, 200, "<html>");
      case REFUSES_THE_CODE -> answer(exchange, 400, "{\"error\": \"invalid_grant\"}");
      case NO_ID_TOKEN ->
          answer(exchange, 200, "{\"access_token\": \"a\", \"token_type\": \"Bearer\"}");
      default ->
          answer(
              exchange,
              200,
              "{\"access_token\": \"a\", \"token_type\": \"Bearer\", \"id_token\": \"%s\"}"
                  .formatted(idToken().serialize()));
    }
  }

  private JWT idToken() {
    Instant now = Instant.now().plus(clockAhead);
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(issuer().toString())
            .subject("17")
            .audience("sandboxes")
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(300)))
            .claim("nonce", nonce)
            .claim("name", "Bob of the provider");
    UnaryOperator<JWTClaimsSet.Builder> lie =
        switch (fault) {
          case WRONG_NONCE -> right -> right.claim("nonce", "another");
          case NO_NONCE -> right -> right.claim("nonce", null);
          case WRONG_ISSUER -> right -> right.issuer("https://evil.example");
          case OTHER_AUDIENCE -> right -> right.audience("another");
          case EXPIRED -> right -> right.expirationTime(Date.from(now.minusSeconds(61)));
          case NOT_YET_ISSUED -> right -> right.issueTime(Date.from(now.plusSeconds(120)));
          default -> right -> right;
        };
    return signed(lie.apply(claims).build());
  }

  private JWT signed(JWTClaimsSet claims) {
    try {
      if (fault == Fault.UNSIGNED) {
        return new PlainJWT(claims);
      }
      if (fault == Fault.SIGNED_WITH_THE_SECRET) {
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
        token.sign(new MACSigner("0123456789abcdef0123456789abcdef"));
        return token;
      }
      RSAKey signing = fault == Fault.FOREIGN_KEY ? key(key.getKeyID()) : key;
      SignedJWT token =
          new SignedJWT(
              new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(signing.getKeyID()).build(), claims);
      token.sign(new RSASSASigner(signing));
      return token;
    } catch (JOSEException failure) {
      throw new AssertionError(failure);
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

package com.personalagentproxy.sandbox.http.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.Served;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DescribedClientsTest {

  private final OAuthServed served = new OAuthServed();
  private final Map<String, String> documents = new ConcurrentHashMap<>();
  private final AtomicInteger fetched = new AtomicInteger();
  private HttpServer elsewhere;

  @BeforeEach
  void start() throws IOException {
    elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    elsewhere.createContext(
        "/",
        exchange -> {
          fetched.incrementAndGet();
          String document = documents.get(exchange.getRequestURI().getPath());
          byte[] body = String.valueOf(document).getBytes(StandardCharsets.UTF_8);
          if (exchange.getRequestURI().getPath().equals("/moved")) {
            exchange.getResponseHeaders().add("Location", id("/client"));
          }
          exchange.sendResponseHeaders(
              exchange.getRequestURI().getPath().equals("/moved")
                  ? 302
                  : document == null ? 404 : 200,
              body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    elsewhere.start();
  }

  @AfterEach
  void stop() {
    elsewhere.stop(0);
    served.close();
  }

  private String id(String path) {
    return "http://127.0.0.1:" + elsewhere.getAddress().getPort() + path;
  }

  private String describe(String path, String more) {
    documents.put(
        path,
        "{\"client_id\":\"%s\",\"client_name\":\"Described\",\"redirect_uris\":[\"%s\"]%s}"
            .formatted(id(path), OAuthServed.REDIRECT, more));
    return id(path);
  }

  private String refused(String id) {
    HttpResponse<String> answer = served.ask(served.asking(id));
    assertThat(answer.statusCode()).isEqualTo(400);
    return answer.body();
  }

  @Test
  void aClientThatIsDescribedAtItsIdIsLetInWithoutRegistering() {
    String client = describe("/client", ",\"token_endpoint_auth_method\":\"none\"");

    served.ask(served.asking(client));

    assertThat(served.pages.asked().client()).isEqualTo("Described");
    assertThat(served.pages.asked().vouchingHost()).isEqualTo("127.0.0.1");
    String code = OAuthServed.codeIn(served.decide(Map.of("decision", "allow")));
    assertThat(served.token(OAuthServed.redeeming(client, code)).has("access_token")).isTrue();
    assertThat(fetched).hasValue(1);
  }

  @Test
  void itsDescriptionIsFetchedAnewAfterAWhile() {
    String client = describe("/client", "");
    served.ask(served.asking(client));
    served.world.clock.advance(DescribedClients.KEPT);

    served.ask(served.asking(client));

    assertThat(fetched).hasValue(2);
  }

  @Test
  void whatWasThereBeforeCountsWhileNothingIsToBeHad() {
    String client = describe("/client", "");
    served.ask(served.asking(client));
    served.world.clock.advance(DescribedClients.KEPT);
    documents.remove("/client");

    assertThat(served.ask(served.asking(client)).statusCode()).isEqualTo(200);
    assertThat(fetched).hasValue(2);
  }

  @Test
  void nothingIsFetchedForWhoIsNotSignedIn() {
    served.served.get("/oauth/authorize?" + OAuthServed.encoded(served.asking(id("/client"))));

    assertThat(fetched).hasValue(0);
  }

  @Test
  void itMustDescribeItselfAndHaveNoSecret() {
    documents.put("/other", "{\"client_id\":\"https://x.example/\",\"redirect_uris\":[]}");

    assertThat(refused(id("/other"))).contains("is another client");
    assertThat(refused(describe("/secret", ",\"client_secret\":\"x\"")))
        .contains("no secrets and no keys");
    assertThat(refused(describe("/keys", ",\"token_endpoint_auth_method\":\"private_key_jwt\"")))
        .contains("no secrets and no keys");
  }

  @Test
  void whatIsMissingMovedTooLargeOrNoJsonCountsForNothing() {
    describe("/client", "");
    documents.put("/nonsense", "<html>");

    for (String id :
        new String[] {
          id("/missing"),
          id("/moved"),
          id("/nonsense"),
          describe("/large", ",\"x\":\"" + "x".repeat(Fetching.LARGEST) + "\"")
        }) {
      assertThat(refused(id))
          .contains("could not fetch the client's description at " + id)
          .contains("SANDBOX_CLIENT_DESCRIPTIONS=off");
    }
  }

  @Test
  void whatCouldNotBeHadIsLetBeForAWhile() {
    refused(id("/missing"));
    assertThat(refused(id("/missing"))).contains("could not fetch");
    documents.put("/other", "{\"client_id\":\"https://x.example/\",\"redirect_uris\":[]}");
    refused(id("/other"));
    assertThat(refused(id("/other"))).contains("is another client");
    assertThat(fetched).hasValue(2);

    describe("/missing", "");
    served.world.clock.advance(DescribedClients.LET_BE);

    assertThat(served.ask(served.asking(id("/missing"))).statusCode()).isEqualTo(200);
    assertThat(fetched).hasValue(3);
  }

  @Test
  void whereThatIsTurnedOffNothingIsFetchedAndClientsAreToldToRegister() {
    try (OAuthServed without = new OAuthServed(false)) {
      String client = describe("/client", "");

      HttpResponse<String> answer = without.ask(without.asking(client));

      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("SANDBOX_CLIENT_DESCRIPTIONS", "has to register itself");
      assertThat(fetched).hasValue(0);
      assertThat(
              Served.json(without.served.get("/.well-known/oauth-authorization-server"))
                  .get("client_id_metadata_document_supported")
                  .booleanValue())
          .isFalse();
      assertThat(without.code(without.register("Claude"))).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://x.example/client",
        "https://x.example",
        "https://x.example/",
        "https://x.example/a/../b",
        "https://user@x.example/client",
        "https://x.example/client#x",
        "https://x.example/ client"
      })
  void anIdThatIsNoFitAddressIsNotFetched(String id) {
    assertThat(refused(id)).contains("no address that a client could be described at");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1",
        "169.254.169.254", "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1",
        "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "fe80::1",
        "fc00::1", "fd00::1", "fec0::1", "ff02::1", "64:ff9b::7f00:1", "2002:7f00:1::",
        "2001::1", "2001:db8::1", "::127.0.0.1", "100::1"
      })
  void whatIsNotThePublicInternetsIsNotReached(String address) throws UnknownHostException {
    assertThat(PublicAddress.is(InetAddress.getByName(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111"})
  void whatIsThePublicInternetsIsReached(String address) throws UnknownHostException {
    assertThat(PublicAddress.is(InetAddress.getByName(address))).isTrue();
  }
}

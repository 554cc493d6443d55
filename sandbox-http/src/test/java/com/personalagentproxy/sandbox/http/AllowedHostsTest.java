package com.personalagentproxy.sandbox.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {

  private final AllowedHosts local = new AllowedHosts(HttpSettings.loopback(8080));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "localhost:8080",
        "LOCALHOST:1",
        "127.0.0.1",
        "127.0.0.1:8080",
        "[::1]:8080"
      })
  void servesLoopbackNamesOnAnyPort(String host) {
    assertThat(local.refusal(host, null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example:8080",
        "evil.example@localhost",
        "localhost:8080:8080",
        "localhost:",
        "localhost.",
        "localhost.:8080",
        "127.0.0.1.:8080",
        "127.1:8080",
        "2130706433:8080",
        "0x7f.0.0.1:8080",
        "0.0.0.0:8080",
        "[::]:8080",
        "[::ffff:127.0.0.1]:8080",
        "[::1%25lo]:8080",
        "[::1",
        "::1]:8080",
        "localhost,evil.example",
        "localhost evil.example",
        "192.168.1.5:8080"
      })
  void refusesOtherNames(String host) {
    assertThat(local.refusal(host, null).orElseThrow())
        .startsWith(
            "This server isn't reached by the host name that this request used. Use localhost");
  }

  @Test
  void refusesARequestWithoutAHost() {
    assertThat(local.refusal(null, null)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:8080, http://localhost:8080",
    "127.0.0.1:8080, http://127.0.0.1:8080",
    "localhost, http://localhost",
    "localhost, http://LOCALHOST:80",
    "[::1]:8080, http://[::1]:8080"
  })
  void servesItsOwnPages(String host, String origin) {
    assertThat(local.refusal(host, origin)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:8080, http://evil.example",
    "localhost:8080, null",
    "localhost:8080, ''",
    "localhost:8080, http://localhost:3000",
    "localhost:8080, http://127.0.0.1:8080",
    "localhost:8080, file://localhost:8080",
    "localhost:8080, http://localhost:8080/evil",
    "localhost:8080, http://evil.example@localhost:8080",
    "localhost:8080, https://localhost"
  })
  void refusesPagesOfOthers(String host, String origin) {
    assertThat(local.refusal(host, origin).orElseThrow())
        .startsWith("This request comes from a page of another origin");
  }

  @Test
  void servesThePublicAddressWhateverAProxyMadeOfTheHost() {
    AllowedHosts named =
        new AllowedHosts(
            HttpSettings.loopback(8080)
                .reachedBy(Set.of("Boxes.example"))
                .behind(URI.create("https://Boxes.example")));

    assertThat(named.refusal("boxes.example", "https://boxes.example")).isEmpty();
    assertThat(named.refusal("127.0.0.1:8080", "https://boxes.example")).isEmpty();
    assertThat(named.refusal("127.0.0.1:8080", null)).isEmpty();
    assertThat(named.refusal("other.example", null)).isPresent();
    assertThat(named.refusal("boxes.example", "https://other.example")).isPresent();
    assertThat(named.refusal("127.0.0.1:8080", "https://boxes.example:443")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://boxes.example",
        "https://boxes.example:8443",
        "http://boxes.example:443",
        "https://boxes.example."
      })
  void refusesWhatElseIsServedUnderThePublicName(String origin) {
    AllowedHosts named =
        new AllowedHosts(
            HttpSettings.loopback(8080)
                .reachedBy(Set.of("boxes.example"))
                .behind(URI.create("https://boxes.example")));

    assertThat(named.refusal("127.0.0.1:8080", origin)).isPresent();
  }

  @Test
  void servesAnyNameBeyondLoopbackWhenItWasGivenNone() {
    AllowedHosts open = new AllowedHosts(HttpSettings.loopback(8080).on("0.0.0.0"));

    assertThat(open.refusal("box.lan:8080", null)).isEmpty();
    assertThat(open.refusal("box.lan:8080", "http://box.lan:8080")).isEmpty();
    assertThat(open.refusal("box.lan:8080", "http://evil.example")).isPresent();
  }

  /** A load balancer asks a server for its health by its address. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "192.168.1.5:8080",
        "10.0.0.3",
        "[2001:db8::9]:8080",
        "boxes.example",
        "localhost:8080",
        "127.0.0.1:8080"
      })
  void servesItsAddressesAndLoopbackBesidesTheNameThatItWasGiven(String host) {
    assertThat(namedBeyondLoopback().refusal(host, null)).isEmpty();
    assertThat(namedBeyondLoopback().refusal(host, "http://evil.example")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "192.168.1.5.evil.example",
        "192.168.1.5.",
        "3232235781",
        "[::1].evil.example"
      })
  void refusesOtherNamesThanItWasGiven(String host) {
    assertThat(namedBeyondLoopback().refusal(host, null).orElseThrow())
        .contains("its address elsewhere");
  }

  private static AllowedHosts namedBeyondLoopback() {
    return new AllowedHosts(
        HttpSettings.loopback(8080).on("0.0.0.0").reachedBy(Set.of("boxes.example")));
  }

  @Test
  void servesWhatItListensOn() {
    AllowedHosts another = new AllowedHosts(HttpSettings.loopback(8080).on("127.0.0.2"));

    assertThat(another.refusal("127.0.0.2:8080", null)).isEmpty();
    assertThat(local.refusal("127.0.0.2:8080", null)).isPresent();
  }

  @Test
  void refusesOverHttpBeforeAnythingIsLookedAt() {
    try (Served served = new Served()) {
      String rebound = served.raw("GET /health HTTP/1.0\r\nHost: evil.example\r\n\r\n");
      String crossed =
          served.raw(
              head(
                  "POST /mcp HTTP/1.0",
                  "Host: localhost",
                  "Origin: http://evil.example",
                  "Content-Length: 0"));

      assertThat(rebound).startsWith("HTTP/1.1 403").contains("{\"error\":\"forbidden\"");
      assertThat(crossed).startsWith("HTTP/1.1 403").contains("{\"error\":\"forbidden\"");
      assertThat(served.raw("GET /health HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 403");
      assertThat(served.raw("GET /health HTTP/1.1\r\nConnection: close\r\n\r\n"))
          .startsWith("HTTP/1.1 400");
      assertThat(
              served.raw(
                  head(
                      "GET http://evil.example/health HTTP/1.1",
                      "Host: localhost",
                      "Connection: close")))
          .doesNotContain("{\"status\":\"ok\"}");
    }
  }

  private static String head(String... lines) {
    return String.join("\r\n", lines) + "\r\n\r\n";
  }
}

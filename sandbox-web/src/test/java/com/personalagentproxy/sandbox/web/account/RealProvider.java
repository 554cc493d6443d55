package com.personalagentproxy.sandbox.web.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * The certified provider from npm, in a process of its own, and a person who signs in there. Its
 * tests are skipped aloud where it isn't installed, unless SANDBOX_TEST_STRICT is true.
 */
final class RealProvider {

  private static final Path FOLDER = Path.of("src", "test", "oidc").toAbsolutePath();
  private static final int MOST_PAGES = 12;

  private final Process process;
  private final URI issuer;

  private RealProvider(Process process, URI issuer) {
    this.process = process;
    this.issuer = issuer;
  }

  static void require() {
    String why =
        "The provider of OpenID Connect from npm isn't here: it needs Node 20 and `npm ci` in"
            + " sandbox-web/src/test/oidc, see CONTRIBUTING.md";
    if (!isHere()) {
      assertThat(System.getenv("SANDBOX_TEST_STRICT")).as(why).isNotEqualTo("true");
      System.out.println(why);
      assumeTrue(false, why);
    }
  }

  private static boolean isHere() {
    if (!Files.isDirectory(FOLDER.resolve("node_modules/oidc-provider"))) {
      return false;
    }
    try {
      return new ProcessBuilder("node", "--version").start().waitFor() == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  static RealProvider start() {
    try {
      Process process =
          new ProcessBuilder("node", "main.js")
              .directory(FOLDER.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = lines.readLine();
      while (line != null && !line.startsWith("http://")) {
        line = lines.readLine();
      }
      if (line == null) {
        throw new AssertionError("The provider did not start.");
      }
      return new RealProvider(process, URI.create(line));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  URI issuer() {
    return issuer;
  }

  /**
   * Signs in at its pages and agrees to all.
   *
   * @param address where our server sends the browser
   * @return where the provider sends it then: ours
   */
  URI signIn(URI address, String login) {
    HttpClient client =
        HttpClient.newBuilder()
            .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
            .build();
    URI at = address;
    HttpRequest request = HttpRequest.newBuilder(at).build();
    for (int page = 0; page < MOST_PAGES; page++) {
      HttpResponse<String> answer = send(client, request);
      if (answer.headers().firstValue("Location").isPresent()) {
        at = at.resolve(answer.headers().firstValue("Location").orElseThrow());
        if (at.getPath().equals("/openid/callback")) {
          return at;
        }
        request = HttpRequest.newBuilder(at).build();
      } else {
        Element form = form(answer);
        at = at.resolve(form.attr("action"));
        request = filled(at, form, login);
      }
    }
    throw new AssertionError("The provider never sent the browser back; it is at " + at);
  }

  private static Element form(HttpResponse<String> answer) {
    Document page = Jsoup.parse(answer.body());
    Element form = page.selectFirst("form");
    if (form == null) {
      throw new AssertionError("The provider shows no form: " + page.text());
    }
    return form;
  }

  private static HttpRequest filled(URI action, Element form, String login) {
    Map<String, String> fields =
        form.select("input[name]").stream()
            .collect(
                Collectors.toMap(
                    input -> input.attr("name"),
                    input -> input.attr("name").equals("login") ? login : input.val(),
                    (first, second) -> second));
    String body =
        fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + encoded(field.getValue()))
            .collect(Collectors.joining("&"));
    return HttpRequest.newBuilder(action)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException | InterruptedException failure) {
      throw new AssertionError("The provider gave no answer.", failure);
    }
  }

  void stop() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}

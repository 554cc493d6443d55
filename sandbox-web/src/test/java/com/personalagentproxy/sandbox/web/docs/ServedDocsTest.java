package com.personalagentproxy.sandbox.web.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.web.page.Asset;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Everything under {@code /docs}, followed from its index. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServedDocsTest {

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpServer server =
      HttpServer.start(HttpSettings.loopback(0), List.of(new DocsRoutes()));
  private final Map<String, HttpResponse<String>> visited = new HashMap<>();

  @BeforeAll
  void visitAll() throws Exception {
    Deque<String> open = new ArrayDeque<>();
    open.add("/docs");
    while (!open.isEmpty()) {
      String path = open.remove();
      if (!visited.containsKey(path)) {
        HttpResponse<String> answer = get(path);
        visited.put(path, answer);
        if (isPage(answer)) {
          for (Element link : page(path, answer).select("article a[href], nav a[href], img[src]")) {
            String target = link.hasAttr("href") ? link.attr("href") : link.attr("src");
            if (target.startsWith("/docs")) {
              open.add(target.replaceFirst("#.*", ""));
            }
          }
        }
      }
    }
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void everyLinkLeadsSomewhere() {
    assertThat(visited).hasSizeGreaterThan(20);
    visited.forEach((path, answer) -> assertThat(answer.statusCode()).as(path).isEqualTo(200));
  }

  @Test
  void everyLinkIntoAPageLeadsToAPlaceThatIsThere() {
    visited.forEach(
        (path, answer) -> {
          if (isPage(answer)) {
            for (Element link : page(path, answer).select("article a[href*=#]")) {
              String target = link.attr("href");
              if (target.startsWith("/docs") || target.startsWith("#")) {
                String[] parts = target.split("#", 2);
                HttpResponse<String> there = parts[0].isEmpty() ? answer : visited.get(parts[0]);
                assertThat(Jsoup.parse(there == null ? "" : there.body()).getElementById(parts[1]))
                    .as("%s on %s", target, path)
                    .isNotNull();
              }
            }
          }
        });
  }

  @Test
  void everyPageSaysInTheListWhereOneIs() {
    visited.forEach(
        (path, answer) -> {
          if (isPage(answer)) {
            Document page = page(path, answer);
            assertThat(page.select("h1")).as(path).hasSize(1);
            if (!path.contains("decisions/")) {
              assertThat(page.select("nav.chapters a[aria-current=page]").eachAttr("href"))
                  .as(path)
                  .containsExactly(path);
            }
          }
        });
  }

  @Test
  void picturesAndDescriptionsAreThere() throws Exception {
    assertThat(visited.get("/docs/pictures/states.svg"))
        .satisfies(
            picture ->
                assertThat(picture.headers().firstValue("content-type")).hasValue("image/svg+xml"));
    assertThat(get("/docs/backend-protocol.yaml").body()).startsWith("openapi:");
  }

  @Test
  void whatIsNotThereSaysWhereToLook() throws Exception {
    for (String path : new String[] {"/docs/nothing", "/docs/contents.txt", "/docs/start.html"}) {
      HttpResponse<String> answer = get(path);
      assertThat(answer.statusCode()).as(path).isEqualTo(404);
      assertThat(answer.body()).contains("All pages are listed at /docs.");
    }
  }

  @Test
  void nothingOnAPageComesFromElsewhere() {
    visited.forEach(
        (path, answer) -> {
          if (isPage(answer)) {
            Document page = page(path, answer);
            assertThat(page.select("link[rel=stylesheet]").eachAttr("href"))
                .containsOnly(Asset.STYLE.address());
            assertThat(page.select("iframe, object, [style], script:not([src^=/assets/])"))
                .as(path)
                .isEmpty();
            assertThat(answer.headers().firstValue("content-security-policy").orElseThrow())
                .startsWith("default-src 'none'");
          }
        });
  }

  private static boolean isPage(HttpResponse<String> answer) {
    return answer.headers().firstValue("content-type").orElse("").startsWith("text/html");
  }

  private static Document page(String path, HttpResponse<String> answer) {
    return Jsoup.parse(answer.body(), path);
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }
}

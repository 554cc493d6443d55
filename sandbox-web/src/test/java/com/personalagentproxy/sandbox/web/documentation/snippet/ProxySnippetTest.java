package com.personalagentproxy.sandbox.web.documentation.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.command.WholeServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The site for nginx that a page shows, with nginx, before a server that is set up as it says. */
@Tag("once")
@Timeout(180)
class ProxySnippetTest {

  private static final Pattern SETTING = Pattern.compile("(?m)^(SANDBOX_[A-Z_]+)=(\\S+)$");

  @TempDir private Path home;
  @TempDir private Path folder;

  @Test
  void behindItPeopleSignInSeeChangesAsTheyComeAndSendLargeFiles() throws Exception {
    Snippet site = only("nginx", "server_name");
    Map<String, String> settings = new HashMap<>();
    SETTING
        .matcher(only("env", "SANDBOX_PROXIES").text())
        .results()
        .forEach(each -> settings.put(each.group(1), each.group(2)));
    int port = Nginx.freePort();
    settings.put("SANDBOX_PORT", String.valueOf(port));
    try (WholeServer server = new WholeServer(home, settings);
        Nginx nginx = new Nginx(folder, site.text(), port)) {
      signsIn(nginx, server.server().signInLink().toString());
      String sandbox = agentMakes(nginx, server.token(), "first");
      seesChanges(nginx, server.token());
      sendsAndFetches(nginx, sandbox);
      isRefusedFromElsewhere(nginx);
    }
  }

  private static Snippet only(String kind, String with) {
    List<Snippet> shown =
        Snippet.all("docs/operators.md", kind).stream()
            .filter(snippet -> snippet.text().contains(with))
            .toList();
    assertThat(shown).hasSize(1);
    return shown.get(0);
  }

  private static void signsIn(Nginx nginx, String link) throws Exception {
    assertThat(link).startsWith(Nginx.SITE + "/sign-in?code=");
    assertThat(nginx.curl(link)).contains("Sign in as").endsWith("\n200");

    String signedIn =
        nginx.curl(
            "--header",
            "Origin: " + Nginx.SITE,
            "--data-urlencode",
            "code=" + link.replaceFirst(".*code=", ""),
            Nginx.SITE + "/sign-in");

    assertThat(signedIn).endsWith("\n303");
    assertThat(nginx.curl(Nginx.SITE + "/")).contains("There are no sandboxes yet").endsWith("200");
  }

  private static String agentMakes(Nginx nginx, String token, String name) throws Exception {
    String made =
        nginx.curl(
            "--header",
            "Authorization: Bearer " + token,
            "--header",
            "Content-Type: application/json",
            "--data",
            "{\"name\": \"" + name + "\"}",
            Nginx.SITE + "/api/sandboxes");
    assertThat(made).endsWith("\n201");
    return made.replaceFirst("(?s).*?\"id\":\"([0-9a-f-]{36})\".*", "$1");
  }

  /**
   * A proxy that collects what comes would show nothing until the answer ends, which it doesn't.
   */
  private static void seesChanges(Nginx nginx, String token) throws Exception {
    String live = page(nginx, "/").select("[data-live]").attr("data-live");
    String after = page(nginx, "/").select("[data-live]").attr("data-after");
    Process stream = nginx.follow(Nginx.SITE + live + "?after=" + after);
    try {
      String second = agentMakes(nginx, token, "second");
      assertThat(Nginx.upTo(stream.getInputStream(), second)).contains("event: changed");
      assertThat(stream.isAlive()).isTrue();
    } finally {
      stream.destroy();
    }
  }

  private void sendsAndFetches(Nginx nginx, String sandbox) throws Exception {
    byte[] bytes = new byte[3 * 1024 * 1024];
    new Random(1).nextBytes(bytes);
    Path sent = Files.write(folder.resolve("sent"), bytes);
    String files = "/sandboxes/" + sandbox + "/files";

    String answer =
        nginx.curl(
            "--header",
            "Origin: " + Nginx.SITE,
            "--form",
            "form_token=" + page(nginx, files).select("[name=form_token]").attr("value"),
            "--form",
            "path=",
            "--form",
            "file=@" + sent,
            Nginx.SITE + files);

    assertThat(answer).endsWith("\n303");
    Path fetched = folder.resolve("fetched");
    assertThat(
            nginx.curl(
                "--output",
                fetched.toString(),
                Nginx.SITE + "/sandboxes/" + sandbox + "/download?path=sent"))
        .endsWith("200");
    assertThat(fetched).hasSameBinaryContentAs(sent);
  }

  private static void isRefusedFromElsewhere(Nginx nginx) throws Exception {
    assertThat(
            nginx.curl(
                "--header",
                "Origin: https://elsewhere.example.com",
                "--data",
                "code=x",
                Nginx.SITE + "/sign-in"))
        .endsWith("\n403");
    assertThat(nginx.curl("--header", "Host: elsewhere.example.com", Nginx.SITE + "/health"))
        .doesNotEndWith("\n200");
  }

  private static Document page(Nginx nginx, String address) throws Exception {
    return Jsoup.parse(nginx.curl(Nginx.SITE + address));
  }
}

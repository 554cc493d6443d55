package com.personalagentproxy.sandbox.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.page.Browser;
import java.net.http.HttpResponse;
import java.util.Map;
import org.jsoup.Jsoup;

/**
 * People who join a whole server's organization by its pages, and are removed by them.
 *
 * @param owners signed in as an owner
 */
public record Newcomers(Browser owners) {

  /** Lets somebody join, who is signed in with that browser then. */
  public void join(Browser browser, String name) {
    String code =
        shown(
                owners.submit(
                    "/organization/invitations",
                    Map.of("for_whom", name, "role", "member", "days", "7")))
            .replaceAll(".*code=", "");
    assertThat(browser.post("/join", Map.of("code", code, "name", name)).statusCode())
        .isEqualTo(303);
  }

  /** Adds an agent of whoever is signed in with that browser, and gives its token. */
  public static String agent(Browser browser, String name) {
    return shown(browser.submit("/agents", Map.of("name", name)));
  }

  /** Removes who has this name. */
  public void remove(String name) {
    String address =
        Jsoup.parse(owners.get("/organization").body())
            .select("tr:contains(" + name + ") a[href$=/remove]")
            .attr("href");
    assertThat(owners.press(address, address).statusCode()).isEqualTo(303);
  }

  /** What a page shows this once. */
  private static String shown(HttpResponse<String> answer) {
    return Jsoup.parse(answer.body()).select(".paste pre").get(0).text();
  }
}

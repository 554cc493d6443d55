package com.personalagentproxy.sandbox.web.page;

import java.io.IOException;
import java.io.InputStream;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A browser with cookies of its own. It doesn't follow redirects unless told to. */
public final class Browser {

  private static final Pattern FORM_TOKEN =
      Pattern.compile("name=\"form_token\" value=\"([0-9a-f]+)\"");

  private static final Pattern INPUT =
      Pattern.compile("<input type=\"hidden\" name=\"([a-z_]+)\" value=\"([^\"]*)\">");

  private final URI server;
  private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
  private final HttpClient client = HttpClient.newBuilder().cookieHandler(cookies).build();

  public Browser(URI server) {
    this.server = server;
  }

  public HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(server.resolve(path)).GET());
  }

  /** Likewise, saying that it is a browser that looks at pages. */
  public HttpResponse<String> look(String path) {
    return send(HttpRequest.newBuilder(server.resolve(path)).header("Accept", "text/html").GET());
  }

  /** Asks for what comes bit by bit. */
  public HttpResponse<InputStream> open(String path) {
    try {
      return client.send(
          HttpRequest.newBuilder(server.resolve(path)).GET().build(), BodyHandlers.ofInputStream());
    } catch (IOException | InterruptedException failure) {
      throw new AssertionError("The server gave no answer.", failure);
    }
  }

  /** Sends a form in parts, of fields alone. */
  public HttpResponse<String> postInParts(String path, Map<String, String> fields) {
    String body =
        fields.entrySet().stream()
                .map(
                    field ->
                        "--part\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
                            .formatted(field.getKey(), field.getValue()))
                .collect(Collectors.joining())
            + "--part--\r\n";
    return send(
        HttpRequest.newBuilder(server.resolve(path))
            .header("Content-Type", "multipart/form-data; boundary=part")
            .POST(BodyPublishers.ofString(body)));
  }

  /** Sends a form as it is. */
  public HttpResponse<String> post(String path, Map<String, String> fields) {
    String body =
        fields.entrySet().stream()
            .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
            .collect(Collectors.joining("&"));
    return send(
        HttpRequest.newBuilder(server.resolve(path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Origin", server.toString())
            .POST(BodyPublishers.ofString(body)));
  }

  /** Sends a form with the token that this session's list has in its forms. */
  public HttpResponse<String> submit(String path, Map<String, String> fields) {
    Map<String, String> all = new HashMap<>(fields);
    all.put("form_token", formToken());
    return post(path, all);
  }

  /** The token in the forms of this session's list. */
  public String formToken() {
    Matcher found = FORM_TOKEN.matcher(get("/").body());
    if (!found.find()) {
      throw new AssertionError("The list has no form.");
    }
    return found.group(1);
  }

  /** Presses the button of the form on a page that goes to this address, with what is in it. */
  public HttpResponse<String> press(String page, String address) {
    Matcher form =
        Pattern.compile(
                "<form[^>]* action=\"" + Pattern.quote(address) + "\"[^>]*>(.*?)</form>",
                Pattern.DOTALL)
            .matcher(get(page).body());
    if (!form.find()) {
      throw new AssertionError("There is no form that goes to " + address + ".");
    }
    Map<String, String> fields = new HashMap<>();
    INPUT
        .matcher(form.group(1))
        .results()
        .forEach(input -> fields.put(input.group(1), input.group(2)));
    return post(address, fields);
  }

  /** Follows a one-time link and presses its button. */
  public HttpResponse<String> signIn(String code) {
    return post("/sign-in", Map.of("code", code));
  }

  /** Has a cookie of this name for the server. */
  public void keep(String name, String value) {
    HttpCookie cookie = new HttpCookie(name, value);
    cookie.setPath("/");
    cookie.setVersion(0);
    cookies.getCookieStore().add(server, cookie);
  }

  /** Takes all cookies of another browser. */
  public void copy(Browser other) {
    other
        .cookies
        .getCookieStore()
        .getCookies()
        .forEach(each -> cookies.getCookieStore().add(server, each));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException failure) {
      throw new AssertionError("The server gave no answer.", failure);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}

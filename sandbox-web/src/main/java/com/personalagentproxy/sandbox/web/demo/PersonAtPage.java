package com.personalagentproxy.sandbox.web.demo;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * A person who signs in with a one-time link and presses the buttons of the page's real forms, as a
 * browser would. For one thread.
 */
public final class PersonAtPage implements TurnDeleteOn {

  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final HttpClient browser =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .cookieHandler(new CookieManager())
          .followRedirects(HttpClient.Redirect.NORMAL)
          .connectTimeout(PATIENCE)
          .build();
  private final URI link;
  private boolean signedIn;

  /** A person who has the link that signs in, and hasn't followed it yet. */
  public PersonAtPage(URI link) {
    this.link = link;
  }

  @Override
  public boolean turn(String connection, boolean on) {
    signIn();
    PageForm found = form(connection);
    // The button turns to the other side; so where it leads tells how it is.
    boolean was = !Boolean.parseBoolean(found.fields().get("on"));
    if (was == on) {
      return was;
    }
    press(found);
    if (Boolean.parseBoolean(form(connection).fields().get("on")) == on) {
      throw new IllegalStateException(
          "The page took the button of “delete”, and yet shows it as it was before.");
    }
    return was;
  }

  private void signIn() {
    if (!signedIn) {
      PageForm form =
          PageForm.to("/sign-in", read(link))
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "The sign-in link leads to no form: it may have been used before."));
      press(form);
      signedIn = true;
    }
  }

  private PageForm form(String connection) {
    return PageForm.to(
            "/connections/%s/delete".formatted(connection), read(link.resolve("/connections")))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "The page has no button that turns deleting on or off on this connection."));
  }

  private String read(URI place) {
    return answer(HttpRequest.newBuilder(place).GET());
  }

  private void press(PageForm form) {
    String unused =
        answer(
            HttpRequest.newBuilder(link.resolve(form.action()))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", link.resolve("/").toString().replaceFirst("/$", ""))
                .POST(BodyPublishers.ofString(form.body())));
  }

  private String answer(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          browser.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IllegalStateException(
            "The page at %s answered with HTTP status %s."
                .formatted(response.uri().getPath(), response.statusCode()));
      }
      return response.body();
    } catch (IOException failure) {
      throw new IllegalStateException(
          "The page of the server can't be reached (%s).".formatted(failure.getMessage()), failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The person was interrupted.", interrupted);
    }
  }
}

package com.personalagentproxy.sandbox.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.util.ArrayList;
import java.util.List;

/**
 * A window of a browser of its own. What goes wrong in it, and what it asks of another host, is
 * found when it is closed.
 */
final class Window implements AutoCloseable {

  private final BrowserContext context;
  private final Page page;
  private final String url;
  private final List<String> wrong = new ArrayList<>();

  Window(BrowserContext context, String url) {
    this.context = context;
    this.url = url;
    context.setDefaultTimeout(10_000);
    page = context.newPage();
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error") || message.type().equals("warning")) {
            wrong.add(message.type() + " in the console: " + message.text());
          }
        });
    page.onPageError(error -> wrong.add("error of the page: " + error));
    page.onRequest(
        request -> {
          if (!request.url().startsWith(url) && !request.url().startsWith("data:")) {
            wrong.add("request to another host: " + request.url());
          }
        });
  }

  Page page() {
    return page;
  }

  /** Goes to an address of the server's. */
  Response go(String path) {
    return page.navigate(url + path);
  }

  Locator at(String selector) {
    return page.locator(selector);
  }

  /** What is written on the page. */
  String text() {
    return page.locator("body").innerText();
  }

  /** What went wrong until now. */
  List<String> wrong() {
    return List.copyOf(wrong);
  }

  /** Waits until what has come in place of something else takes part in what is done next. */
  void settled() {
    PlaywrightAssertions.assertThat(at(".htmx-request, .htmx-settling, .htmx-added")).hasCount(0);
  }

  void press(String key) {
    page.keyboard().press(key);
  }

  /** Goes on with the tab key until that is reached: what has this id, or else this text. */
  void tabTo(String wanted) {
    for (int presses = 0; presses < 60; presses++) {
      press("Tab");
      Object reached =
          page.evaluate("[document.activeElement.id, document.activeElement.textContent.trim()]");
      if (((List<?>) reached).contains(wanted)) {
        return;
      }
    }
    throw new AssertionError("By the tab key one doesn't get to " + wanted + ".");
  }

  /** What went wrong until now was meant to. */
  void forgive() {
    wrong.clear();
  }

  @Override
  public void close() {
    context.close();
    assertThat(wrong).isEmpty();
  }
}

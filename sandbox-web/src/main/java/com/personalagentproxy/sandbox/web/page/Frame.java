package com.personalagentproxy.sandbox.web.page;

import org.jspecify.annotations.Nullable;

/**
 * What is around each page.
 *
 * @param title what the page is called
 * @param section where in the navigation it is; absent for pages that are in none
 * @param visitor who looks; absent for who isn't signed in
 * @param notice what was just done, in a sentence
 * @param caution what separates machines here, in a sentence, where that needs saying
 */
public record Frame(
    String title,
    @Nullable Section section,
    @Nullable Visitor visitor,
    @Nullable String notice,
    @Nullable String caution) {

  /** Around a page that is the same for everybody. */
  public static Frame ofNobody(String title) {
    return new Frame(title, null, null, null, null);
  }

  /** What the browser's tab says. */
  public String tab() {
    return title.contains("Sandboxes") ? title : title + " · Sandboxes";
  }

  /**
   * What each form of this session carries.
   *
   * @throws IllegalStateException if nobody is signed in
   */
  public String formToken() {
    if (visitor == null) {
      throw new IllegalStateException("The page “" + title + "” is for nobody in particular.");
    }
    return visitor.formToken();
  }
}

package com.personalagentproxy.sandbox.web.page;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** Which part of the web app answers at which address. */
public final class PageTable {

  private final Map<PageRoute, Consumer<Visit>> forEverybody = new EnumMap<>(PageRoute.class);
  private final Map<PageRoute, Consumer<PersonsVisit>> forSignedIn = new EnumMap<>(PageRoute.class);

  PageTable() {}

  /**
   * Answers who is signed in.
   *
   * @throws IllegalArgumentException if it is a route for everybody, or answered already
   */
  public void signedIn(PageRoute route, Consumer<PersonsVisit> page) {
    if (route.whom() != PageRoute.For.SIGNED_IN || forSignedIn.put(route, page) != null) {
      throw new IllegalArgumentException(route + " is for everybody, or is answered twice.");
    }
  }

  /**
   * Answers everybody.
   *
   * @throws IllegalArgumentException if it isn't a route for everybody, or is answered already
   */
  public void everybody(PageRoute route, Consumer<Visit> page) {
    if (route.whom() != PageRoute.For.EVERYBODY || forEverybody.put(route, page) != null) {
      throw new IllegalArgumentException(route + " isn't for everybody, or is answered twice.");
    }
  }

  boolean has(PageRoute route) {
    return forEverybody.containsKey(route) || forSignedIn.containsKey(route);
  }

  Consumer<Visit> everybody(PageRoute route) {
    return known(route, forEverybody);
  }

  Consumer<PersonsVisit> signedIn(PageRoute route) {
    return known(route, forSignedIn);
  }

  private static <T> T known(PageRoute route, Map<PageRoute, T> pages) {
    T page = pages.get(route);
    if (page == null) {
      throw new IllegalStateException("Nothing answers at " + route.path() + ".");
    }
    return page;
  }
}

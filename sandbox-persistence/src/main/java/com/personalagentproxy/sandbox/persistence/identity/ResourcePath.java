package com.personalagentproxy.sandbox.persistence.identity;

import java.net.URI;

/**
 * Which part of the server a token is for: the path of the resource's address. The host doesn't
 * count: a server may move to another, and every token that is kept here is this installation's.
 */
final class ResourcePath {

  /** The same of the column {@code resource}. */
  static final String OF_COLUMN = "regexp_replace(resource, '^[a-z]+://[^/]*', '')";

  private ResourcePath() {}

  static boolean isSame(String one, String other) {
    return of(one).equals(of(other));
  }

  private static String of(String resource) {
    return URI.create(resource).getRawPath();
  }
}

package com.personalagentproxy.sandbox.http.api;

import io.javalin.http.HandlerType;
import java.util.Set;

/**
 * A method of an address, and what answers it.
 *
 * @param parameters the names that its query may have
 */
record Resource(HandlerType method, String path, Set<String> parameters, Deed deed) {

  /** Answers a call. */
  @FunctionalInterface
  interface Deed {
    void answer(Call call) throws Exception;
  }

  static Resource get(String path, Set<String> parameters, Deed deed) {
    return new Resource(HandlerType.GET, path, parameters, deed);
  }

  static Resource post(String path, Set<String> parameters, Deed deed) {
    return new Resource(HandlerType.POST, path, parameters, deed);
  }

  static Resource put(String path, Set<String> parameters, Deed deed) {
    return new Resource(HandlerType.PUT, path, parameters, deed);
  }

  static Resource delete(String path, Set<String> parameters, Deed deed) {
    return new Resource(HandlerType.DELETE, path, parameters, deed);
  }
}

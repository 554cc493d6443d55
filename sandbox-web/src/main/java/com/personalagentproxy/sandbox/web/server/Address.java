package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.web.configuration.Configuration;
import java.net.URI;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Where the server is reached. */
final class Address {

  private static final Set<String> EVERY_ADDRESS = Set.of("0.0.0.0", "::", "[::]");

  private Address() {}

  /** As it is printed: the public one, or else where the server listens. */
  static URI of(Configuration configuration, int port) {
    if (configuration.publicUrl() != null) {
      return configuration.publicUrl();
    }
    return of(configuration.host(), port);
  }

  /** Where something is reached from this computer that listens there. */
  static URI of(String listening, int port) {
    String host = EVERY_ADDRESS.contains(listening) ? "127.0.0.1" : listening;
    return URI.create(
        "http://%s:%s".formatted(host.indexOf(':') < 0 ? host : "[" + host + "]", port));
  }

  /** The host names that requests may call it by besides the loopback ones; none: by any. */
  static Set<String> names(Configuration configuration) {
    if (configuration.publicUrl() == null) {
      return Set.of();
    }
    Set<String> names = new HashSet<>();
    names.add(configuration.publicUrl().getHost().toLowerCase(Locale.ROOT));
    if (!EVERY_ADDRESS.contains(configuration.host())) {
      names.add(configuration.host());
    }
    return names;
  }
}

package com.personalagentproxy.sandbox.http.oauth;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program that asks to be let in. All of them are public: none has a secret, each proves by PKCE
 * that it began what it ends.
 *
 * @param id what it is known by; the address of its description if that is where it is described
 * @param name what it calls itself, which nobody has checked
 * @param redirectUris where answers to it may be sent
 */
public record Client(String id, String name, List<String> redirectUris) {

  public Client {
    redirectUris = List.copyOf(redirectUris);
  }

  /** The host that vouches for it, by serving its description; absent if none does. */
  @Nullable String vouchingHost() {
    return isDescribedAt(id) ? URI.create(id).getHost() : null;
  }

  /** Whether an id is the address of a description. */
  static boolean isDescribedAt(String id) {
    return id.startsWith("https://") || id.startsWith("http://");
  }
}

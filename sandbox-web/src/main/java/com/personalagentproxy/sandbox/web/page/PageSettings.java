package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.http.CookieNames;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the page needs to know of the server around it.
 *
 * @param publicUrl where the server is reached from outside; absent: by what a request calls it
 * @param caution gives what separates machines here as it is now, where that needs saying
 * @param howToOffer how the server is started so that it offers sandboxes, where it doesn't
 * @param provider what people call the provider of OpenID Connect by which they may sign in; absent
 *     if there is none
 */
public record PageSettings(
    @Nullable URI publicUrl,
    Supplier<Optional<String>> caution,
    @Nullable String howToOffer,
    @Nullable String provider) {

  /** Without such a provider. */
  public PageSettings(
      @Nullable URI publicUrl, Supplier<Optional<String>> caution, @Nullable String howToOffer) {
    this(publicUrl, caution, howToOffer, null);
  }

  CookieNames cookies() {
    return new CookieNames(publicUrl);
  }
}

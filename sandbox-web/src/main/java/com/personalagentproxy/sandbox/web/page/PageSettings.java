package com.personalagentproxy.sandbox.web.page;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * What the page needs to know of the server around it.
 *
 * @param publicUrl where the server is reached from outside; absent: by what a request calls it
 * @param caution what separates machines here, where that needs saying
 * @param howToOffer how the server is started so that it offers sandboxes, where it doesn't
 */
public record PageSettings(
    @Nullable URI publicUrl, @Nullable String caution, @Nullable String howToOffer) {

  boolean isSecure() {
    return publicUrl != null && "https".equals(publicUrl.getScheme());
  }
}

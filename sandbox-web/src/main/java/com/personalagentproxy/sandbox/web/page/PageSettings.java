package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Person;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the page needs to know of the server around it.
 *
 * @param publicUrl where the server is reached from outside; absent: by what a request calls it
 * @param caution what separates machines here, where that needs saying
 * @param notOffered why there are no sandboxes for this person, now (C6); empty if there are
 */
public record PageSettings(
    @Nullable URI publicUrl,
    @Nullable String caution,
    Function<Person, Optional<String>> notOffered) {

  boolean isSecure() {
    return publicUrl != null && "https".equals(publicUrl.getScheme());
  }
}

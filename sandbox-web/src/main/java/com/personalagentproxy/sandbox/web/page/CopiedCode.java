package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.persistence.identity.Secret;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The code of a one-time link, as a person copied the link: what slipped in around it is gone.
 *
 * @param text to look it up by
 * @param isWhole whether nothing of it is missing
 */
public record CopiedCode(String text, boolean isWhole) {

  /** In what the address or a form says. */
  public static CopiedCode of(@Nullable String copied) {
    Optional<Secret> found = Optional.ofNullable(copied).flatMap(Secret::copied);
    return new CopiedCode(
        found.map(Secret::text).orElse(copied == null ? "" : copied.strip()), found.isPresent());
  }

  /** Without the code. */
  @Override
  public String toString() {
    return "CopiedCode[" + (isWhole ? "whole" : "not whole") + "]";
  }
}

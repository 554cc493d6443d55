package com.personalagentproxy.sandbox.web.page;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a deed leads back to. */
final class Back {

  /** An address of ours: its path begins with one slash, and a host can't be read into it. */
  private static final Pattern OURS = Pattern.compile("/(?![/\\\\])[!-~&&[^\\\\#]]{0,2800}");

  private Back() {}

  /** The address that was given, if it is one of ours; else the list. */
  static String to(@Nullable String address) {
    return address != null && OURS.matcher(address).matches() ? address : "/";
  }
}

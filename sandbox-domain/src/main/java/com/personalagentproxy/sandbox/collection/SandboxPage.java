package com.personalagentproxy.sandbox.collection;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list, newest first.
 *
 * @param next what to ask with for the page after it; absent when this is the last
 */
public record SandboxPage(List<SandboxView> sandboxes, @Nullable String next) {

  public SandboxPage {
    sandboxes = List.copyOf(sandboxes);
  }
}

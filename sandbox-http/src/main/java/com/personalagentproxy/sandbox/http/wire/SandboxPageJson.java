package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.collection.SandboxPage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of the list. */
public record SandboxPageJson(
    @Described("Newest first, at most 50.") List<SandboxJson> sandboxes,
    @Described("Give it as page for the page after this one; null when this is the last.")
        @Nullable String next) {

  public SandboxPageJson {
    sandboxes = List.copyOf(sandboxes);
  }

  public static SandboxPageJson of(SandboxPage page) {
    return new SandboxPageJson(
        page.sandboxes().stream().map(SandboxJson::of).toList(), page.next());
  }
}

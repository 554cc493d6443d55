package com.personalagentproxy.sandbox.web.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page of one sandbox.
 *
 * @param place what changes are told from
 * @param windows how much of its life can be looked at
 * @param commands newest first
 * @param older what the link to older commands carries; absent on the last page
 */
public record SandboxPage(
    SandboxRow sandbox,
    String place,
    LifePicture life,
    List<LifeWindow> windows,
    List<EntryRow> commands,
    @Nullable String older) {

  public SandboxPage {
    windows = List.copyOf(windows);
    commands = List.copyOf(commands);
  }
}

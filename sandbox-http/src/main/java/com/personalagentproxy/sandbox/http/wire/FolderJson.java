package com.personalagentproxy.sandbox.http.wire;

import java.time.Instant;
import java.util.List;

/** What is in a folder of a sandbox. */
public record FolderJson(
    @Described("As it was asked for; empty: the home folder.") String path,
    @Described("By name.") List<ThingJson> things,
    @Described("Whether there are more than are listed: look with a command then.") boolean cut) {

  public FolderJson {
    things = List.copyOf(things);
  }

  /** A thing in a folder; of a link, all but link is of what it leads to. */
  public record ThingJson(
      String name,
      @Described("file, folder or other.") String kind,
      boolean link,
      @Described("In bytes.") long size,
      @Described("Its permissions, such as 0644.") String mode,
      Instant changedAt) {}
}

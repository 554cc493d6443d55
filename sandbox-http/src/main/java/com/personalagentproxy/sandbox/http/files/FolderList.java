package com.personalagentproxy.sandbox.http.files;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * What is in a folder.
 *
 * @param things by name
 * @param isCut whether there are more than are listed
 */
public record FolderList(MachinePath path, List<Thing> things, boolean isCut) {

  public FolderList {
    things = things.stream().sorted(Comparator.comparing(Thing::name)).toList();
  }

  /** What a thing in a folder is. */
  public enum Kind {
    FILE,
    FOLDER,
    /**
     * A link that leads nowhere, a device, a pipe, a socket, or what has a name that is no UTF-8.
     */
    OTHER
  }

  /**
   * A thing in a folder; of a link, all but {@code isLink} is of what it leads to.
   *
   * @param mode its permissions, such as {@code 0644}
   */
  public record Thing(
      String name, Kind kind, boolean isLink, long size, String mode, Instant changedAt) {}
}

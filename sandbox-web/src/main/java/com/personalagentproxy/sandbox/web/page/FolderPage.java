package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.http.files.FolderList;
import com.personalagentproxy.sandbox.http.files.MachinePath;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The page of a folder in a sandbox.
 *
 * @param here its own address
 * @param isAwake whether it can be looked at without waking the sandbox; if not, nothing was
 * @param isCut whether there are more things than are listed
 */
public record FolderPage(
    SandboxRow sandbox,
    FilesAddress addresses,
    String path,
    String here,
    List<FilesAddress.Crumb> crumbs,
    boolean isAwake,
    List<Thing> things,
    boolean isCut) {

  /** A thing in it. */
  public record Thing(
      String name, String address, boolean isFolder, boolean isLink, String size, Moment changed) {

    static Thing of(
        FolderList.Thing thing, MachinePath folder, FilesAddress addresses, Instant now) {
      MachinePath path = folder.child(thing.name());
      return new Thing(
          thing.name(),
          switch (thing.kind()) {
            case FOLDER -> addresses.folder(path);
            case FILE -> addresses.file(path);
            case OTHER -> "";
          },
          thing.kind() == FolderList.Kind.FOLDER,
          thing.isLink(),
          thing.kind() == FolderList.Kind.FILE ? sized(thing.size()) : "",
          Moment.of(thing.changedAt(), now));
    }
  }

  public FolderPage {
    crumbs = List.copyOf(crumbs);
    things = List.copyOf(things);
  }

  static FolderPage asleep(SandboxRow sandbox, MachinePath path) {
    return of(sandbox, path, false, List.of(), false);
  }

  static FolderPage of(SandboxRow sandbox, FolderList list, Instant now) {
    FilesAddress addresses = new FilesAddress(sandbox.id());
    return of(
        sandbox,
        list.path(),
        true,
        list.things().stream()
            .map(thing -> Thing.of(thing, list.path(), addresses, now))
            .sorted(Comparator.comparing(thing -> !thing.isFolder()))
            .toList(),
        list.isCut());
  }

  private static FolderPage of(
      SandboxRow sandbox, MachinePath path, boolean isAwake, List<Thing> things, boolean isCut) {
    FilesAddress addresses = new FilesAddress(sandbox.id());
    return new FolderPage(
        sandbox,
        addresses,
        path.text(),
        addresses.folder(path),
        addresses.crumbs(path),
        isAwake,
        things,
        isCut);
  }

  /** “12 bytes”, “3.4 kB”, “1.2 GB”. */
  static String sized(long bytes) {
    if (bytes < 1000) {
      return bytes == 1 ? "1 byte" : bytes + " bytes";
    }
    double size = bytes;
    String unit = "";
    for (String each : new String[] {"kB", "MB", "GB", "TB"}) {
      if (size < 1000) {
        break;
      }
      size /= 1000;
      unit = each;
    }
    return String.format(Locale.ROOT, "%.1f %s", size, unit);
  }
}

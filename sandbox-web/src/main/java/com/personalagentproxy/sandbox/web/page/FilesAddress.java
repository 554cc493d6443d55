package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.http.files.MachinePath;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Where a sandbox's files are found on the pages. */
public record FilesAddress(String sandbox) {

  /** A part of a path, with the address of the folder that ends there. */
  public record Crumb(String name, String address) {}

  /** The page that lists a folder. */
  public String folder(MachinePath path) {
    return of("files", path);
  }

  /** The page that shows a file. */
  public String file(MachinePath path) {
    return of("file", path);
  }

  /** The bytes of a file, for showing a picture. */
  public String picture(MachinePath path) {
    return of("picture", path);
  }

  /** The bytes of a file, for keeping. */
  public String download(MachinePath path) {
    return of("download", path);
  }

  /** Where files are brought to. */
  public String upload() {
    return "/sandboxes/" + sandbox + "/files";
  }

  /** The folders on the way to a path, and the path's own last part. */
  public List<Crumb> crumbs(MachinePath path) {
    List<Crumb> crumbs = new ArrayList<>();
    boolean isAbsolute = path.text().startsWith("/");
    MachinePath at = isAbsolute ? new MachinePath("/") : MachinePath.home();
    crumbs.add(new Crumb(isAbsolute ? "/" : "home", folder(at)));
    for (String part : path.text().split("/", -1)) {
      if (!part.isEmpty()) {
        at = at.child(part);
        crumbs.add(new Crumb(part, folder(at)));
      }
    }
    return crumbs;
  }

  private String of(String page, MachinePath path) {
    String address = "/sandboxes/" + sandbox + "/" + page;
    return path.text().isEmpty()
        ? address
        : address + "?path=" + URLEncoder.encode(path.text(), StandardCharsets.UTF_8);
  }
}

package com.personalagentproxy.sandbox.web.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page of a file in a sandbox.
 *
 * @param picture where its bytes are, if it is a picture
 * @param text its beginning, if it is text
 * @param isCut whether there is more of the text
 */
public record FilePage(
    SandboxRow sandbox,
    String name,
    List<FilesAddress.Crumb> crumbs,
    String size,
    String download,
    @Nullable String picture,
    @Nullable String text,
    boolean isCut) {

  public FilePage {
    crumbs = List.copyOf(crumbs);
  }
}

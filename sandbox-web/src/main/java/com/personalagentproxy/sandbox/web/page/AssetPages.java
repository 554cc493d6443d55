package com.personalagentproxy.sandbox.web.page;

import io.javalin.http.Header;
import io.javalin.http.HttpStatus;

/** The files that pages load. */
final class AssetPages implements PageGroup {

  @Override
  public void enter(PageTable table) {
    table.everybody(PageRoute.ASSET, AssetPages::asset);
  }

  private static void asset(Visit visit) {
    Asset.at(visit.path("print"), visit.path("file"))
        .ifPresentOrElse(
            asset ->
                visit
                    .context()
                    .contentType(asset.type())
                    .header(Header.CACHE_CONTROL, "public, max-age=31536000, immutable")
                    .result(asset.text()),
            () ->
                visit.say(
                    HttpStatus.NOT_FOUND,
                    "There is no such file",
                    "The server has another version of it. Load the page that needs it anew."));
  }
}

package com.personalagentproxy.sandbox.web.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Other people's scripts, as Maven has them. Which version there is, only the build says. */
final class Webjar {

  private static final String WRITTEN_BY_MAVEN =
      "/META-INF/maven/org.webjars.npm/%s/pom.properties";
  private static final String FOLDER = "/META-INF/resources/webjars/%s/%s/dist/";

  private Webjar() {}

  /** Where the scripts of that name are on the class path, in the version that is there. */
  static String folder(String name) {
    Properties written = new Properties();
    try (InputStream file = Webjar.class.getResourceAsStream(WRITTEN_BY_MAVEN.formatted(name))) {
      if (file == null) {
        throw new IllegalStateException(
            "The jar doesn't say which version of %s it has. Build it anew.".formatted(name));
      }
      written.load(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(
          "Which version of %s is in the jar can't be read.".formatted(name), unreadable);
    }
    return FOLDER.formatted(name, written.getProperty("version"));
  }
}

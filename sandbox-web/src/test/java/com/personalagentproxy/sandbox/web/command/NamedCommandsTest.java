package com.personalagentproxy.sandbox.web.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.documentation.Pages;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What pages say in passing of commands: blocks of them are run by another test. */
class NamedCommandsTest {

  private static final Pattern NAMED = Pattern.compile("\\./sandboxes ([a-z][a-z-]*)");

  @Test
  void everyCommandThatAPageNamesIsOne() {
    int found = 0;
    for (Path page : Pages.all()) {
      Matcher named = NAMED.matcher(Pages.text(page));
      while (named.find()) {
        found++;
        Typed help = Typed.command("help", named.group(1));
        assertThat(help.code()).as("%s on %s: %s", named.group(), page, help.err()).isZero();
      }
    }
    assertThat(found).isGreaterThan(20);
  }
}

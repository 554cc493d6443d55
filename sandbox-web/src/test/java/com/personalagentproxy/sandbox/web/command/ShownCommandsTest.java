package com.personalagentproxy.sandbox.web.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.documentation.Pages;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The commands that the pages show, tried on the command line. */
class ShownCommandsTest {

  @Test
  void everyCommandThatAPageShowsIsOne() {
    List<String> shown =
        Pages.all().stream()
            .map(Pages::text)
            .flatMap(page -> Pages.fenced(page, "sh").stream())
            .map(line -> line.replaceFirst(" *#.*", "").replaceFirst("^[A-Z_]+=\\S+ ", ""))
            .filter(line -> line.startsWith("./sandboxes "))
            .distinct()
            .toList();

    assertThat(shown).hasSizeGreaterThan(4);
    assertThat(shown).allSatisfy(ShownCommandsTest::isKnown);
  }

  private static void isKnown(String line) {
    String[] words = line.split(" ", -1);
    Typed help = Typed.command("help", words[1]);
    assertThat(help.code()).as(line).isZero();
    if (words[1].equals("agents")) {
      assertThat(help.out()).as(line).containsPattern("(?m)^  " + words[2] + " ");
    }
  }
}

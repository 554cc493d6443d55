package com.personalagentproxy.sandbox.web.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.backend.conformance.Check;
import com.personalagentproxy.sandbox.backend.conformance.Conformance;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page on the conformance suite, compared with the suite. */
class ConformancePageTest {

  @Test
  void everyCheckIsListedAsItIsDeclared() {
    assertThat(Pages.docs("conformance.md"))
        .as("docs/conformance.md should end with:\n%s", table())
        .endsWith("\n" + table());
  }

  @Test
  void everyRuleThatACheckKeepsIsOne() {
    String rules = Pages.docs("rules.md");
    Set<String> kept =
        Conformance.checks().stream()
            .flatMap(check -> check.rules().stream())
            .collect(Collectors.toSet());
    assertThat(kept)
        .allSatisfy(rule -> assertThat(rules).containsPattern("\\b" + Pattern.quote(rule) + "\\b"));
  }

  private static String table() {
    return Conformance.checks().stream()
        .map(ConformancePageTest::row)
        .collect(
            Collectors.joining("\n", "| check | promise | rules |\n| --- | --- | --- |\n", "\n"));
  }

  private static String row(Check check) {
    return "| `%s` | %s | %s |"
        .formatted(check.name(), check.sentence(), String.join(", ", check.rules()));
  }
}

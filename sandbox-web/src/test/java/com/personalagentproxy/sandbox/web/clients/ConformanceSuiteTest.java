package com.personalagentproxy.sandbox.web.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The protocol's own suite for servers. {@code conformance.json} says of each of its scenarios that
 * it passes, or why it doesn't apply; a scenario or a check that is in neither list fails here.
 */
@ExtendWith(ServesClients.class)
@Tag("once")
class ConformanceSuiteTest {

  private static final String PASSES = "passes";

  private final JsonNode list = ConformanceSuite.read(Path.of("src/test/clients/conformance.json"));
  private final JsonNode verdicts = list.get("scenarios");
  private final JsonNode exceptions = list.get("checks");

  @BeforeAll
  static void require() {
    NodeProgram.require();
  }

  @Test
  void everyScenarioOfTheSuitePassesOrIsListedWithWhyNot(ClientServer server, @TempDir Path home)
      throws IOException {
    ConformanceSuite suite = new ConformanceSuite(home);
    assertThat(suite.scenarios()).isEqualTo(new TreeSet<>(verdicts.propertyNames()));

    Set<String> passed = new TreeSet<>();
    Set<String> excepted = new TreeSet<>();
    try (NodeProgram.Serving door =
        new NodeProgram.Serving(home, List.of("with-token.mjs", server.url(), server.token()))) {
      for (JsonNode revision : list.get("revisions")) {
        for (ConformanceSuite.Found found : suite.run(door.firstLine(), revision.stringValue())) {
          if (verdicts.path(found.scenario()).asString("").equals(PASSES)) {
            assertThat(exceptions.propertyNames())
                .as("%s of revision %s:\n%s", found.scenario(), revision, found.report())
                .containsAll(found.badChecks());
            passed.add(found.scenario());
            excepted.addAll(found.badChecks());
          }
        }
      }
    }

    assertThat(passed).as("what passes was run").isEqualTo(passing());
    assertThat(excepted)
        .as("each exception is needed")
        .isEqualTo(new TreeSet<>(exceptions.propertyNames()));
  }

  private Set<String> passing() {
    Set<String> passing = new TreeSet<>();
    verdicts
        .properties()
        .forEach(
            each -> {
              if (each.getValue().stringValue().equals(PASSES)) {
                passing.add(each.getKey());
              }
            });
    return passing;
  }
}

package com.personalagentproxy.sandbox.web.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The descriptions in OpenAPI, looked through by other people's linter. */
@Tag("once")
class DescriptionLintTest {

  private static final Path LINTER = Path.of("src", "test", "openapi").toAbsolutePath();

  @BeforeAll
  static void require() {
    Needed.require(
        Files.isDirectory(LINTER.resolve("node_modules/@redocly/openapi-core"))
            && Needed.canRun("node", "--version"),
        "The linter of OpenAPI isn't here: it needs Node 20 and `npm ci` in"
            + " sandbox-web/src/test/openapi, see CONTRIBUTING.md");
  }

  private record Linted(int exitCode, String said) {}

  private static Linted lint(Path... descriptions) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("node", "lint.mjs"));
    for (Path description : descriptions) {
      command.add(description.toAbsolutePath().toString());
    }
    Process linter =
        new ProcessBuilder(command).directory(LINTER.toFile()).redirectErrorStream(true).start();
    String said = new String(linter.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Linted(linter.waitFor(), said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"openapi.yaml", "backend-protocol.yaml"})
  void nothingIsFound(String name) throws Exception {
    Linted linted = lint(Pages.checkout().resolve("docs").resolve(name));

    assertThat(linted.said()).isEmpty();
    assertThat(linted.exitCode()).isZero();
  }

  @Test
  void whatIsBrokenIsFound() throws Exception {
    Linted linted = lint(Path.of(DescriptionLintTest.class.getResource("broken.yaml").toURI()));

    assertThat(linted.exitCode()).isEqualTo(1);
    assertThat(linted.said())
        .contains(
            "#/tags/0/and what that one may. struct: Property `and what that one may.` is not",
            "#/paths/~1api~1me/get/responses/200 no-unresolved-refs",
            "operation-operationId-unique",
            "#/paths/~1api~1sandboxes~1{sandbox}/get/parameters path-parameters-defined",
            "operation-tag-defined",
            "parameter-description",
            "no-unused-components");
  }
}

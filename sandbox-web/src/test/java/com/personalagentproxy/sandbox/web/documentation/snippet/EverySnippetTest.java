package com.personalagentproxy.sandbox.web.documentation.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing is shown to be copied that no test has tried. */
class EverySnippetTest {

  @Test
  void everySnippetHasOneTestThatRunsIt() {
    List<Snippet> snippets = Snippet.all();

    assertThat(snippets).hasSizeGreaterThan(30);
    assertThat(snippets)
        .allSatisfy(
            snippet ->
                assertThat(Runner.of(snippet))
                    .as(
                        "%s: a block of kind “%s” has no test. Give it a kind that Runner knows, or"
                            + " write one.",
                        snippet.place(), snippet.kind())
                    .hasSize(1));
  }

  @ParameterizedTest
  @EnumSource
  void everyTestIsThereAndHasSomethingToRun(Runner runner) {
    assertThat(runner.test()).satisfies(name -> Class.forName(name));
    assertThat(Snippet.all()).anyMatch(runner::runs);
  }

  @Test
  void aBlockOfAnUnknownKindOrWithoutAFenceIsNoticed() {
    String page =
        "# A\n\n```pascal\nbegin end.\n```\n\nWords:\n\n    indented\n\n```\nplain\n```\n";

    assertThat(Snippet.on("a.md", page))
        .extracting(Snippet::line, Snippet::kind)
        .containsExactly(tuple(3, "pascal"), tuple(9, ""), tuple(11, ""));
    assertThat(Snippet.on("a.md", page)).allMatch(snippet -> Runner.of(snippet).isEmpty());
  }

  @Test
  void aBlockInAListIsReadWithoutItsIndent() {
    Snippet snippet =
        Snippet.on("a.md", "1. Do\n\n   ```sh\n   A=b ./sandboxes serve \\\n     # no\n   ```\n")
            .get(0);

    assertThat(snippet.text()).isEqualTo("A=b ./sandboxes serve \\\n  # no\n");
    assertThat(snippet.commands()).containsExactly("A=b ./sandboxes serve");
  }
}

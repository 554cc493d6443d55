package com.personalagentproxy.sandbox.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page on embedding shows is an example that works with the domain's jar alone. */
class EmbeddingPageTest {

  @TempDir private Path compiled;

  @Test
  void theExampleIsCompiledAndRunWithNothingButTheDomain() throws Exception {
    String domain = Jdk.domain().toString();
    Jdk.compile(EmbeddingPage.program(), compiled, "-classpath", domain);

    String printed =
        Jdk.run("-cp", domain + File.pathSeparator + compiled, "com.example.proxy.Proxy");

    assertThat(EmbeddingPage.blocks("text")).containsExactly(EmbeddingPage.stripped(printed));
  }

  @Test
  void everyPieceOfCodeOnThePageIsAPieceOfTheExample() throws IOException {
    StringBuilder example = new StringBuilder();
    for (Path source : EmbeddingPage.sourcesWithPostgres()) {
      example.append(EmbeddingPage.stripped(Files.readString(source)));
    }
    List<String> pieces = EmbeddingPage.blocks("java");

    assertThat(pieces)
        .isNotEmpty()
        .allSatisfy(piece -> assertThat(example.toString()).contains("\n" + piece));
  }

  @Test
  void thePageLeadsToEverySourceOfTheExample() throws IOException {
    String page = EmbeddingPage.text();

    assertThat(EmbeddingPage.sources())
        .extracting(source -> source.getFileName().toString())
        .filteredOn(name -> !name.equals("package-info.java"))
        .allSatisfy(
            name ->
                assertThat(page)
                    .contains("(../sandbox-domain/src/test/java/com/example/proxy/" + name + ")"));
    assertThat(page)
        .contains("(../sandbox-persistence/src/test/java/com/example/proxy/ProxyOnPostgres.java)");
  }
}

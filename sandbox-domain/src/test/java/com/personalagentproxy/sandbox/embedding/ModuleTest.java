package com.personalagentproxy.sandbox.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The domain as a module. */
class ModuleTest {

  private static final String NAME = "com.personalagentproxy.sandbox.domain";

  private final ModuleDescriptor module =
      ModuleFinder.of(Jdk.domain()).find(NAME).orElseThrow().descriptor();

  @TempDir private Path compiled;
  @TempDir private Path written;

  @Test
  void itNeedsNothingOfJavaButItsBase() {
    assertThat(module.requires())
        .filteredOn(needed -> !needed.modifiers().contains(Requires.Modifier.STATIC))
        .extracting(Requires::name)
        .containsExactly("java.base");
  }

  @Test
  void ofOthersItNeedsTheAnnotationsAndThoseOnlyToCompile() {
    assertThat(module.requires())
        .filteredOn(needed -> !needed.name().equals("java.base"))
        .singleElement()
        .satisfies(needed -> assertThat(needed.name()).isEqualTo("org.jspecify"))
        .satisfies(
            needed ->
                assertThat(needed.modifiers())
                    .isEqualTo(Set.of(Requires.Modifier.STATIC, Requires.Modifier.TRANSITIVE)));
  }

  /** Each holds a port, what a port is given, or an entrance. One that doesn't stays unexported. */
  @Test
  void everyPackageIsExportedToAll() {
    assertThat(module.exports())
        .allSatisfy(export -> assertThat(export.isQualified()).isFalse())
        .extracting(ModuleDescriptor.Exports::source)
        .containsExactlyInAnyOrderElementsOf(module.packages());
  }

  @Test
  void itOpensNothingAndOffersOrUsesNoServices() {
    assertThat(module.isOpen()).isFalse();
    assertThat(module.opens()).isEmpty();
    assertThat(module.uses()).isEmpty();
    assertThat(module.provides()).isEmpty();
  }

  @Test
  void aModuleThatRequiresItRunsWithoutTheAnnotations() throws IOException, InterruptedException {
    Path declaration = written.resolve("module-info.java");
    Files.writeString(declaration, "module com.example.proxy { requires " + NAME + "; }");
    List<Path> sources = new ArrayList<>(EmbeddingPage.program());
    sources.add(declaration);
    Jdk.compile(sources, compiled, "--module-path", path(Jdk.domain(), Jdk.jspecify()));

    String printed =
        Jdk.run(
            "--module-path",
            path(Jdk.domain(), compiled),
            "--module",
            "com.example.proxy/com.example.proxy.Proxy");

    assertThat(printed).startsWith("build is awake.\n");
  }

  private static String path(Path one, Path other) {
    return one + File.pathSeparator + other;
  }
}

package com.personalagentproxy.sandbox.web.documentation.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.NoBackend;
import com.personalagentproxy.sandbox.web.documentation.Pages;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code and dependencies that a page shows. */
class JavaSnippetsTest {

  @TempDir private Path folder;

  @Test
  void theSuiteIsCalledAsThePageOnItSaysAndFindsOut() throws Exception {
    Method check = shown();

    check.invoke(null, new InMemoryMachines());
    assertThatThrownBy(() -> check.invoke(null, new NoBackend()))
        .hasCauseInstanceOf(AssertionError.class)
        .cause()
        .hasMessageContaining("tells.what-it-keeps");
  }

  /** What the page shows, compiled; of its checks some, as all take minutes. */
  private Method shown() throws Exception {
    String shown =
        Snippet.all("docs/conformance.md", "java").stream()
            .map(Snippet::text)
            .collect(Collectors.joining());
    String some =
        shown.replace(".run(", ".only(check -> check.name().startsWith(\"tells.\")).run(");
    assertThat(some).isNotEqualTo(shown);
    Path source =
        Files.writeString(
            folder.resolve("Shown.java"),
            """
            import com.personalagentproxy.sandbox.backend.conformance.*;
            import com.personalagentproxy.sandbox.machine.MachineBackend;
            public class Shown {
              public static void check(MachineBackend backend) throws InterruptedException {
                %s
              }
            }
            """
                .formatted(some));
    compile(source);
    URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
    loader.setDefaultAssertionStatus(true);
    return loader.loadClass("Shown").getMethod("check", MachineBackend.class);
  }

  private void compile(Path source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of(
              "-proc:none",
              "-d",
              folder.toString(),
              "-classpath",
              System.getProperty("java.class.path"));
      assertThat(
              compiler
                  .getTask(said, files, null, options, null, files.getJavaFileObjects(source))
                  .call())
          .as("docs/conformance.md: %s", said)
          .isTrue();
    }
  }

  @Test
  void theDependencyIsOneThatThisBuildMakes() {
    Document parent = xml(Pages.text(Pages.checkout().resolve("pom.xml")));
    for (Snippet snippet : Snippet.all("docs/embedding.md", "xml")) {
      Document shown = xml(snippet.text());
      String artifact = shown.select("artifactId").text();
      assertThat(parent.select("modules > module").eachText()).contains(artifact);
      assertThat(shown.select("groupId").text())
          .isEqualTo(parent.select("project > groupId").text());
      assertThat(shown.select("version").text())
          .isEqualTo(parent.select("project > version").text());
      Document module = xml(Pages.text(Pages.checkout().resolve(artifact).resolve("pom.xml")));
      assertThat(module.select("project > artifactId").text()).isEqualTo(artifact);
    }
  }

  private static Document xml(String text) {
    return Jsoup.parse(text, "", Parser.xmlParser());
  }
}

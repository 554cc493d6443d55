package com.personalagentproxy.sandbox.lesson;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each row that the domain can show has a test that names it. */
class LessonsTest {

  private static final String PACKAGE = "com.personalagentproxy.sandbox";

  private static final List<String> RACES =
      List.of(
          "E2B infra 3636, superserve 128",
          "superserve 98",
          "Daytona 5093",
          "OpenKruise agents 296",
          "E2B infra 2100",
          "E2B infra 2388, 2655",
          "Daytona 2236, 3294",
          "Fabro 767",
          "CubeSandbox 1274",
          "Vercel 97, 126",
          "deer-flow 4221",
          "OpenSandbox 1200",
          "agent-sandbox 559, 1277");

  private static final List<String> IDLE =
      List.of(
          "microsandbox 934, 937; Cloudflare 101",
          "microsandbox 854",
          "Cloudflare 317, 323, 504",
          "Coder 12304, 12012",
          "Coder 17320",
          "OpenHands agent-sdk 3280",
          "E2B 1031");

  private static final List<String> COMMANDS =
      List.of(
          "Daytona 2602, 4750",
          "inspect_ai 1979; Daytona, Cloudflare",
          "Cloudflare 873",
          "Cloudflare 438, Daytona 4230",
          "Daytona 2622, Cloudflare 489",
          "governance-toolkit 2303",
          "E2B infra 2579, 2639",
          "openai-agents 4914, OpenSandbox 656",
          "microsandbox 1424");

  private static final List<String> DOORS =
      List.of(
          "E2B 1658, Railway 87",
          "OpenSandbox 423, crabbox 1026",
          "Daytona 4918, E2B infra 3324",
          "agent-sandbox 895, Daytona 4302",
          "E2B infra 3419",
          "code-interpreter 157",
          "E2B infra 990, 1180; CubeSandbox 1792",
          "proliferate 1264");

  @Test
  void eachRowHasATestThatNamesItAndNoTestNamesAnother() throws Exception {
    Set<String> rows =
        Stream.of(RACES, IDLE, COMMANDS, DOORS)
            .flatMap(List::stream)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(named()).isEqualTo(rows);
  }

  private static Set<String> named() throws IOException, URISyntaxException {
    Path here = folder();
    try (Stream<Path> files = Files.walk(here)) {
      return files
          .map(file -> here.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.contains("-info"))
          .map(file -> file.substring(0, file.length() - ".class".length()))
          .map(name -> loaded(PACKAGE + "." + name.replace('/', '.').replace('\\', '.')))
          .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
          .flatMap(method -> Optional.ofNullable(method.getAnnotation(Lesson.class)).stream())
          .flatMap(lesson -> Arrays.stream(lesson.value()))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** The folder that the tests of this module were compiled to, from {@link #PACKAGE} on. */
  private static Path folder() throws URISyntaxException {
    URI self = Objects.requireNonNull(LessonsTest.class.getResource("LessonsTest.class")).toURI();
    return Path.of(self).resolve("../..").normalize();
  }

  private static Class<?> loaded(String name) {
    try {
      return Class.forName(name, false, LessonsTest.class.getClassLoader());
    } catch (ClassNotFoundException impossible) {
      throw new AssertionError("There is a class file of " + name + " but no class.", impossible);
    }
  }
}

package com.personalagentproxy.sandbox.web.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The protocol's own suite, as a program. */
final class ConformanceSuite {

  private static final List<String> PROGRAM =
      List.of(
          "--import",
          "./older-node/register.mjs",
          "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  private static final Pattern LISTED = Pattern.compile("(?m)^ +- (\\S+) \\[");
  private static final Pattern FOLDER =
      Pattern.compile("server-(?<scenario>.+)-\\d{4}-\\d\\d-\\d\\dT[\\d-]+Z");
  private static final Set<String> GOOD = Set.of("SUCCESS", "INFO", "SKIPPED");

  private final Path home;

  ConformanceSuite(Path home) {
    this.home = home;
  }

  /** What a scenario found. */
  record Found(String scenario, Set<String> badChecks, String report) {}

  /** The names of all scenarios for servers. */
  Set<String> scenarios() {
    NodeProgram.Ran ran = run(List.of("list", "--server"));
    assertThat(ran.exitCode()).as(ran.stderr()).isZero();
    return LISTED
        .matcher(ran.stdout())
        .results()
        .map(each -> each.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Runs all scenarios that a revision has. */
  List<Found> run(String url, String revision) throws IOException {
    Path results = home.resolve("results-" + revision);
    NodeProgram.Ran ran =
        run(
            List.of(
                "server",
                "--url",
                url,
                "--suite",
                "all",
                "--spec-version",
                revision,
                "--output-dir",
                results.toString()));
    assertThat(results).as(ran.stderr() + ran.stdout()).isDirectory();
    try (Stream<Path> folders = Files.list(results)) {
      return folders.sorted().map(ConformanceSuite::found).toList();
    }
  }

  private NodeProgram.Ran run(List<String> arguments) {
    return NodeProgram.run(home, Stream.concat(PROGRAM.stream(), arguments.stream()).toList());
  }

  private static Found found(Path folder) {
    Matcher name = FOLDER.matcher(folder.getFileName().toString());
    assertThat(name.matches()).as("%s names a scenario", folder.getFileName()).isTrue();
    JsonNode checks = read(folder.resolve("checks.json"));
    List<JsonNode> bad = new ArrayList<>();
    checks.forEach(
        check -> {
          if (!GOOD.contains(check.get("status").stringValue())) {
            bad.add(check);
          }
        });
    return new Found(
        name.group("scenario"),
        bad.stream()
            .map(check -> check.get("id").stringValue())
            .collect(Collectors.toCollection(TreeSet::new)),
        bad.stream()
            .map(check -> check.get("id") + ": " + check.path("errorMessage"))
            .collect(Collectors.joining("\n")));
  }

  static JsonNode read(Path file) {
    try {
      return PlainClient.JSON.readTree(Files.readString(file));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}

package com.personalagentproxy.sandbox.persistence.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Which statements there are, and where it is looked after that they stay quick. Whoever adds one
 * comes by here: either {@link Operations} asks it, or there is a reason why it needn't.
 */
@Tag("once")
class NoStatementForgottenTest {

  private static final Pattern STATEMENT =
      Pattern.compile("create(Query|Update|Batch|Call)\\(|prepareBatch\\(|\\.select\\(");

  /** {@link Operations} asks them; those for one agent are its short way's, taken apart. */
  private static final Map<String, Integer> ASKED =
      Map.ofEntries(
          Map.entry("CommandWrites", 4),
          Map.entry("EndedTogether", 1),
          Map.entry("IdleRows", 1),
          Map.entry("KeptAlone", 2),
          Map.entry("KeptTogether", 1),
          Map.entry("ListedPage", 1),
          Map.entry("PostgresActivity", 5),
          Map.entry("PostgresChronicle", 7),
          Map.entry("PostgresSandboxStore", 3),
          Map.entry("PostgresShortcut", 1),
          Map.entry("PostgresTasks", 9),
          Map.entry("identity/Members", 1),
          Map.entry("identity/PostgresStandings", 3),
          Map.entry("identity/SignIns", 3),
          Map.entry("identity/WebSessions", 2));

  /** Of one row, by a unique index: what they cost can't grow. */
  private static final Map<String, Integer> OF_ONE_ROW =
      Map.of("GuardedWrites", 2, "NewSandbox", 1, "PostgresExperiments", 2);

  /** Of everybody there is: asked by who is at the server's command line, and by none else. */
  private static final Map<String, Integer> OF_EVERYBODY =
      Map.of("identity/Agents", 1, "identity/Members", 1);

  /** Of one connection, one person or who left one organization: asked seldom, by people. */
  private static final Map<String, Integer> OF_ONE_PERSON =
      Map.ofEntries(
          Map.entry("PostgresConnections", 8),
          Map.entry("identity/Agents", 6),
          Map.entry("identity/Installation", 6),
          Map.entry("identity/Invitations", 7),
          Map.entry("identity/Members", 6),
          Map.entry("identity/Memberships", 5),
          Map.entry("identity/OAuthClearing", 3),
          Map.entry("identity/OAuthClients", 7),
          Map.entry("identity/OAuthCodes", 5),
          Map.entry("identity/OAuthGrants", 9),
          Map.entry("identity/OAuthTokens", 3),
          Map.entry("identity/OpenIdDepartures", 3),
          Map.entry("identity/OpenIdIdentities", 6),
          Map.entry("identity/OwnersOnly", 2),
          Map.entry("identity/PersonalTokens", 4),
          Map.entry("identity/SignIns", 4),
          Map.entry("identity/WebSessions", 3));

  @Test
  void eachIsAskedByTheOperationsOrNeedNotBe() throws IOException {
    Map<String, Integer> known = new TreeMap<>();
    Stream.of(ASKED, OF_ONE_ROW, OF_EVERYBODY, OF_ONE_PERSON)
        .forEach(each -> each.forEach((name, count) -> known.merge(name, count, Integer::sum)));

    assertThat(statements())
        .as("statements in each class; let Operations ask a new one, or say here why not")
        .isEqualTo(known);
  }

  private static Map<String, Integer> statements() throws IOException {
    Path sources = Path.of("src/main/java/com/personalagentproxy/sandbox/persistence");
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> count(file) > 0)
          .collect(
              Collectors.toMap(
                  file ->
                      sources
                          .relativize(file)
                          .toString()
                          .replace('\\', '/')
                          .replaceFirst("\\.java$", ""),
                  NoStatementForgottenTest::count,
                  Integer::sum,
                  TreeMap::new));
    }
  }

  private static int count(Path file) {
    try {
      return (int) STATEMENT.matcher(Files.readString(file)).results().count();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}

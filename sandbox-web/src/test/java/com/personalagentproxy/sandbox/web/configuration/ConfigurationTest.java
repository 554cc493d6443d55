package com.personalagentproxy.sandbox.web.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.limit.Limits;
import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationTest {

  private static final Path USER = Path.of("/home/ada").toAbsolutePath();

  @Test
  void withNothingSetTheDefaultsCount() {
    Configuration configuration = right(Map.of());

    assertThat(configuration)
        .isEqualTo(
            new Configuration(
                USER.resolve(".sandboxes"),
                new DatabaseChoice.Embedded(),
                10,
                "127.0.0.1",
                7263,
                null,
                null,
                null,
                Duration.ofMinutes(30),
                Duration.ofDays(7),
                90,
                null,
                true,
                Limits.USUAL,
                LogLevel.INFO,
                null));
  }

  @Test
  void whatIsSetCounts() {
    Configuration configuration =
        right(
            Map.ofEntries(
                Map.entry("SANDBOX_HOME", "/srv/sandboxes"),
                Map.entry("DATABASE_URL", "postgres://ada:secret@db.example:5433/sandboxes"),
                Map.entry("SANDBOX_DATABASE_POOL", "20"),
                Map.entry("SANDBOX_HOST", "0.0.0.0"),
                Map.entry("SANDBOX_PORT", "0"),
                Map.entry("SANDBOX_PUBLIC_URL", "https://sandboxes.example.com/"),
                Map.entry("SANDBOX_BACKEND", "docker:///var/run/docker.sock"),
                Map.entry("SANDBOX_BACKEND_TOKEN", "sixteen-or-more-characters"),
                Map.entry("SANDBOX_IDLE_AFTER", "2h"),
                Map.entry("SANDBOX_HISTORY_DAYS", "7"),
                Map.entry("SANDBOX_METRICS_TOKEN", "for-the-scraper-alone"),
                Map.entry("SANDBOX_CLIENT_DESCRIPTIONS", "Off"),
                Map.entry("SANDBOX_AGENT_REQUESTS", "1"),
                Map.entry("SANDBOX_ORGANIZATION_REQUESTS", "2"),
                Map.entry("SANDBOX_PERSON_REQUESTS", "3"),
                Map.entry("SANDBOX_FAILURES", "4"),
                Map.entry("SANDBOX_AGENT_COMMANDS", "5"),
                Map.entry("SANDBOX_ORGANIZATION_COMMANDS", "6"),
                Map.entry("SANDBOX_PROXIES", "7"),
                Map.entry("SANDBOX_LOG_LEVEL", "Debug"),
                Map.entry("SANDBOX_JAVA_OPTIONS", "-Xmx1g")));

    assertThat(configuration)
        .isEqualTo(
            new Configuration(
                Path.of("/srv/sandboxes").toAbsolutePath(),
                new DatabaseChoice.External(
                    new DatabaseAddress(
                        "jdbc:postgresql://db.example:5433/sandboxes", "ada", "secret")),
                20,
                "0.0.0.0",
                0,
                URI.create("https://sandboxes.example.com"),
                "docker:///var/run/docker.sock",
                new SharedToken("sixteen-or-more-characters"),
                Duration.ofHours(2),
                Duration.ofDays(7),
                7,
                new SharedToken("for-the-scraper-alone"),
                false,
                new Limits(1, 2, 3, 4, 5, 6, 7),
                LogLevel.DEBUG,
                null));
  }

  @Test
  void howLongOrphansAreKeptIsSetLikewise() {
    assertThat(right(Map.of("SANDBOX_ORPHANS_KEPT", "10m")).orphansKept())
        .isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void anEmptyVariableCountsAsNotSet() {
    assertThat(right(Map.of("SANDBOX_BACKEND", "", "SANDBOX_PORT", "  ", "DATABASE_URL", "")))
        .isEqualTo(right(Map.of()));
  }

  @Test
  void aTildeStandsForTheUsersHome() {
    assertThat(right(Map.of("SANDBOX_HOME", "~/elsewhere")).home())
        .isEqualTo(USER.resolve("elsewhere"));
    assertThat(right(Map.of("SANDBOX_HOME", "~")).home()).isEqualTo(USER);
  }

  @Test
  void aDatabasesPasswordIsNotPrinted() {
    DatabaseChoice database =
        right(Map.of("DATABASE_URL", "postgres://ada:secret@db/x")).database();

    assertThat(database).hasToString("External[address=the database at jdbc:postgresql://db/x]");
    assertThat(problems(Map.of("DATABASE_URL", "mysql://ada:secret@db/x")))
        .containsExactly(
            "DATABASE_URL is not right (its value is not shown here). Give an address such as"
                + " postgresql://user:password@host:5432/database.");
  }

  @Test
  void theBackendsTokenIsNotPrinted() {
    assertThat(right(Map.of("SANDBOX_BACKEND_TOKEN", "sixteen-or-more-characters")).toString())
        .doesNotContain("sixteen");
    for (String wrong :
        List.of("fifteen-letters", "with a blank inside it", "ümläuts-are-not-sent")) {
      assertThat(problems(Map.of("SANDBOX_BACKEND_TOKEN", wrong)))
          .containsExactly(
              "SANDBOX_BACKEND_TOKEN is not right (its value is not shown here). Give 16 to 512"
                  + " characters without blanks.");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SANDBOX_PORT | 65536 | SANDBOX_PORT is “65536”. Give a whole number from 0 to 65535, such"
            + " as 7263.",
        "SANDBOX_PORT | http | SANDBOX_PORT is “http”. Give a whole number from 0 to 65535, such as"
            + " 7263.",
        "SANDBOX_DATABASE_POOL | 1 | SANDBOX_DATABASE_POOL is “1”. Give a whole number from 2 to"
            + " 200, such as 10.",
        "SANDBOX_HOST | a b | SANDBOX_HOST is “a b”. Give a host name or an address, such as"
            + " 127.0.0.1.",
        "SANDBOX_PUBLIC_URL | example.com | SANDBOX_PUBLIC_URL is “example.com”. Give an address"
            + " without a path, such as https://sandboxes.example.com.",
        "SANDBOX_PUBLIC_URL | https://a.example/path | SANDBOX_PUBLIC_URL is"
            + " “https://a.example/path”. Give an address without a path, such as"
            + " https://sandboxes.example.com.",
        "SANDBOX_IDLE_AFTER | 120s | SANDBOX_IDLE_AFTER is “120s”. Give a duration longer than a"
            + " command may run, 120s, such as 45m or 2h.",
        "SANDBOX_IDLE_AFTER | soon | SANDBOX_IDLE_AFTER is “soon”. Give a duration longer than a"
            + " command may run, 120s, such as 45m or 2h.",
        "SANDBOX_ORPHANS_KEPT | 9m | SANDBOX_ORPHANS_KEPT is “9m”. Give a duration of at least 10m,"
            + " such as 1h or 30d.",
        "SANDBOX_AGENT_REQUESTS | 0 | SANDBOX_AGENT_REQUESTS is “0”. Give a whole number from 1 to"
            + " 1000000000, such as 6000.",
        "SANDBOX_PROXIES | -1 | SANDBOX_PROXIES is “-1”. Give a whole number from 0 to 9, such as"
            + " 1.",
        "SANDBOX_HISTORY_DAYS | 0 | SANDBOX_HISTORY_DAYS is “0”. Give a whole number of days from 1"
            + " to 3650, such as 90.",
        "SANDBOX_HISTORY_DAYS | 90d | SANDBOX_HISTORY_DAYS is “90d”. Give a whole number of days"
            + " from 1 to 3650, such as 90.",
        "SANDBOX_LOG_LEVEL | loud | SANDBOX_LOG_LEVEL is “loud”. Give error, warn, info or debug."
      })
  void aWrongValueIsToldWithWhatWouldBeRight(String name, String value, String sentence) {
    assertThat(problems(Map.of(name, value))).containsExactly(sentence);
  }

  @Test
  void allWrongValuesAreToldAtOnce() {
    assertThat(problems(Map.of("SANDBOX_PORT", "x", "SANDBOX_LOG_LEVEL", "y", "DATABASE_URL", "z")))
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0",
        "::",
        "192.0.2.1",
        "2001:db8::1",
        "fe80::1",
        "::ffff:192.0.2.1",
        "no-such-host.invalid"
      })
  void theDevBackendIsRefusedBeyondThisComputer(String host) {
    assertThat(problems(Map.of("SANDBOX_BACKEND", "dev", "SANDBOX_HOST", host)))
        .singleElement()
        .asString()
        .startsWith("SANDBOX_BACKEND is “dev” while SANDBOX_HOST is “" + host + "”.")
        .contains("such as 127.0.0.1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.1.2.3",
        "::1",
        "0:0:0:0:0:0:0:1",
        "::ffff:127.0.0.1",
        "localhost"
      })
  void theDevBackendIsTakenOnThisComputerAlone(String host) {
    assertThat(right(Map.of("SANDBOX_BACKEND", "dev", "SANDBOX_HOST", host)).backend())
        .isEqualTo("dev");
  }

  private static final Map<String, String> PROVIDER =
      Map.of(
          "SANDBOX_OPENID_ISSUER",
          "https://id.example.com/realm",
          "SANDBOX_OPENID_CLIENT_ID",
          "sandboxes");

  private static Map<String, String> provider(String... more) {
    Map<String, String> all = new HashMap<>(PROVIDER);
    for (int at = 0; at < more.length; at += 2) {
      all.put("SANDBOX_OPENID_" + more[at], more[at + 1]);
    }
    return all;
  }

  @Test
  void aProviderIsSetWithIssuerAndClientAndLetsNobodyJoinByItself() {
    assertThat(right(PROVIDER).openId())
        .isEqualTo(
            new OpenId(
                URI.create("https://id.example.com/realm"),
                "sandboxes",
                null,
                "id.example.com",
                new OpenId.Join(Optional.empty(), List.of())));
  }

  @Test
  void whoJoinsByTheProviderIsSaidByRoleAndDomains() {
    OpenId set =
        Optional.ofNullable(
                right(
                        provider(
                            "CLIENT_SECRET",
                            "s3cret",
                            "NAME",
                            "Example",
                            "JOIN",
                            "member",
                            "DOMAINS",
                            "Example.com, example.org"))
                    .openId())
            .orElseThrow();

    assertThat(set.name()).isEqualTo("Example");
    assertThat(set.join())
        .isEqualTo(
            new OpenId.Join(
                Optional.of(OpenId.Join.Role.MEMBER), List.of("example.com", "example.org")));
    assertThat(set.toString()).doesNotContain("s3cret");
    assertThat(right(provider("JOIN", "owner", "DOMAINS", "any")).openId())
        .extracting(OpenId::join)
        .isEqualTo(new OpenId.Join(Optional.of(OpenId.Join.Role.OWNER), List.of()));
  }

  @Test
  void theProvidersSecretIsReadFromAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), "s3cret\n");

    assertThat(right(provider("CLIENT_SECRET_FILE", file.toString())).openId())
        .extracting(OpenId::secret)
        .isEqualTo(new OpenId.ClientSecret("s3cret"));
    assertThat(problems(provider("CLIENT_SECRET_FILE", file + "-gone")))
        .singleElement()
        .asString()
        .endsWith("which can't be read. Give the path of a file that the server may read.");
    assertThat(problems(provider("CLIENT_SECRET_FILE", file.toString(), "CLIENT_SECRET", "x")))
        .singleElement()
        .asString()
        .endsWith("are both set. Set one of them.");
  }

  @Test
  void aProviderThatIsSetHalfOrOpenToTheWorldByMistakeIsRefused() {
    assertThat(problems(Map.of("SANDBOX_OPENID_CLIENT_ID", "sandboxes")))
        .singleElement()
        .asString()
        .contains("are set together or not at all");
    assertThat(problems(provider("JOIN", "member")))
        .singleElement()
        .asString()
        .contains("does not say whom");
    for (String[] wrong :
        new String[][] {
          {"ISSUER", "http://id.example.com"},
          {"ISSUER", "https://id.example.com?x=1"},
          {"ISSUER", "id.example.com"},
          {"JOIN", "king"},
          {"DOMAINS", "any,example.com"},
          {"DOMAINS", "@example.com"},
          {"DOMAINS", "localhost"}
        }) {
      assertThat(problems(provider(wrong))).isNotEmpty();
    }
    assertThat(right(provider("ISSUER", "http://127.0.0.1:4000")).openId()).isNotNull();
  }

  @Test
  void aVariableNobodyKnowsIsWarnedOf() {
    assertThat(
            Configuration.read(
                Map.of("SANDBOX_PROT", "80", "OTHER", "x", "SANDBOX_PORT", "80"), USER))
        .isInstanceOfSatisfying(
            Configuration.Reading.Right.class,
            right ->
                assertThat(right.warnings())
                    .containsExactly(
                        "SANDBOX_PROT is not a variable of Sandboxes and is ignored. See"
                            + " ./sandboxes help config."));
  }

  @Test
  void everyVariableIsExplained() {
    String text = Explanation.text();

    // Its golden text is a test of the command line.
    assertThat(Variables.ALL)
        .allSatisfy(
            each ->
                assertThat(text)
                    .contains(each.name() + "  (", each.kind(), each.usual(), each.sentence()));
  }

  private static Configuration right(Map<String, String> environment) {
    return ((Configuration.Reading.Right) Configuration.read(environment, USER)).configuration();
  }

  private static List<String> problems(Map<String, String> environment) {
    return ((Configuration.Reading.Wrong) Configuration.read(environment, USER)).problems();
  }
}

package com.personalagentproxy.sandbox.web.documentation.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.documentation.Pages;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RefusalsTest {

  /**
   * Sentences of the domain that no agent is refused with: why something happened, what people are
   * told, and what only other doors than the tools let through.
   */
  private static final Set<String> OTHERS =
      Set.of(
          "Something went wrong inside the server, and the command was not run. Try again later.",
          "Something went wrong inside the server while it ran.",
          "It was woken by a command of %s.",
          "It was found asleep, and woken by a command.",
          "It was woken by a command.",
          "%s It ended then with exit code %s.",
          "%s It was ended then by the signal %s.",
          "The sandbox was deleted while the command ran.",
          "It gave no reason.",
          "It was put to sleep again, since the backend had it awake.",
          "It was put to sleep, since it was not used for %s.",
          "The backend has its machine again.",
          "The backend has no machine for it any more.",
          "the backend has no machine for it.",
          "%s more %s refused in the %s before this, by a limit of this agent's own or one that it shares with others.",
          "The backend didn't answer in time.",
          "No answer came from where it ran.",
          "Sandboxes are not offered, since this server has no backend for them. Whoever runs it"
              + " may set one. What was made before is kept.",
          "Sandboxes are not offered, since your organization has the experiment “sandboxes” off."
              + " An owner of the organization may turn it on. What was made before is kept.",
          "There is no state %s. The states are %s.",
          "%s has half of a character in it, so it is no text that a machine could be given. Leave"
              + " it out.",
          "A move that was left half done was settled.",
          "A move that a server left half done was settled.",
          "No backend is set, so no sandboxes are offered.",
          "Machine %s is at generation %s; a call of generation %s came too late.",
          "The backend has no machine %s any more.",
          "Machine %s is asleep.");

  /** What only people ask. */
  private static final String CONSOLE = "/console/";

  private final RefusalsPage page = new RefusalsPage();

  @Test
  void thePageSaysWhatIsReallySaid() {
    String text = Pages.docs("refusals.md");
    page.tables()
        .forEach(
            (heading, table) ->
                assertThat(text)
                    .as("docs/refusals.md should have\n## %s\n\n%s", heading, table)
                    .contains("## " + heading + "\n\n" + table));
  }

  @Test
  void everyRefusalOfTheDomainIsOnThePage() {
    assertThat(missing(DomainSentences.outside(CONSOLE))).isEmpty();
  }

  @Test
  void aRefusalThatIsNotOnThePageWouldBeSeen() {
    assertThat(missing(List.of("Sandbox %s is too cold. Warm it first."))).hasSize(1);
    assertThat(DomainSentences.outside(CONSOLE)).hasSizeGreaterThan(60);
  }

  @Test
  void whatCountsAsNoRefusalIsStillSaidSomewhere() {
    assertThat(DomainSentences.outside(CONSOLE)).containsAll(OTHERS);
  }

  @Test
  void everyRefusalSaysWhatToDoNext() {
    assertThat(page.sentences())
        .allSatisfy(
            sentence ->
                assertThat(sentence)
                    .containsPattern(
                        "(?i)(Give|Leave|See|Ask|Wait|Use|Make|Run|Start|Send|Say|Name|Look|Delete|Try|Write|Whoever|There"
                            + " (is|are)|Its arguments are|Deleting is tried again)")
                    .matches("(?s).*[.!]"));
  }

  private Set<String> missing(List<String> sentences) {
    return sentences.stream()
        .filter(sentence -> !OTHERS.contains(sentence))
        .filter(
            sentence -> page.sentences().stream().noneMatch(pattern(sentence).asMatchPredicate()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Pattern pattern(String sentence) {
    return Pattern.compile(
        Pattern.compile("%,?[sd]")
            .splitAsStream(sentence + "\n")
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"))
            .replace("\n", ""),
        Pattern.DOTALL);
  }
}

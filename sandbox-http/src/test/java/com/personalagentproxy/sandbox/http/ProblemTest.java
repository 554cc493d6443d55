package com.personalagentproxy.sandbox.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Refusal;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProblemTest {

  private static final Map<Refusal, ErrorKind> EXPECTED =
      Map.ofEntries(
          Map.entry(new Refusal.Invalid("cwd", "No."), ErrorKind.VALIDATION_ERROR),
          Map.entry(new Refusal.NotFound("No."), ErrorKind.NOT_FOUND),
          Map.entry(new Refusal.NotAllowed("No."), ErrorKind.FORBIDDEN),
          Map.entry(new Refusal.NotOffered("No."), ErrorKind.FORBIDDEN),
          Map.entry(new Refusal.Ambiguous("No."), ErrorKind.CONFLICT),
          Map.entry(new Refusal.NameTaken("build", "17"), ErrorKind.CONFLICT),
          Map.entry(new Refusal.InUse("build", null, null, Duration.ZERO), ErrorKind.CONFLICT),
          Map.entry(new Refusal.CommandRunning("build"), ErrorKind.CONFLICT),
          Map.entry(new Refusal.TaskFinished("Fix"), ErrorKind.CONFLICT),
          Map.entry(new Refusal.WrongState("No."), ErrorKind.CONFLICT),
          Map.entry(new Refusal.Stopped("No."), ErrorKind.CONFLICT),
          Map.entry(new Refusal.StillMoving("build", "waking"), ErrorKind.CONFLICT),
          Map.entry(new Refusal.BackendFailed("No."), ErrorKind.PROVIDER_UNREACHABLE),
          Map.entry(new Refusal.TooMany("No."), ErrorKind.TOO_MANY_REQUESTS));

  @Test
  void everyRefusalHasItsKind() {
    EXPECTED.forEach(
        (refusal, kind) -> {
          assertThat(Problem.of(refusal).kind()).as(refusal.toString()).isEqualTo(kind);
          assertThat(Problem.of(refusal).message()).isEqualTo(refusal.sentence());
        });
  }

  @Test
  void noRefusalIsForgotten() {
    Set<Class<?>> tried = new HashSet<>();
    EXPECTED.keySet().forEach(refusal -> tried.add(refusal.getClass()));

    assertThat(tried)
        .containsExactlyInAnyOrderElementsOf(
            List.copyOf(Arrays.asList(Refusal.class.getPermittedSubclasses())));
  }

  @Test
  void namesTheFieldOrTheSandboxThatIsMeant() {
    assertThat(Problem.of(new Refusal.Invalid("cwd", "No.")).details())
        .containsExactly(Map.entry("field", "cwd"));
    assertThat(Problem.of(new Refusal.NameTaken("build", "17")).details())
        .containsExactly(Map.entry("sandbox", "17"));
  }
}

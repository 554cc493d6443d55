package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.personalagentproxy.sandbox.console.LifePage;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifePictureTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void aLifeIsDrawnFromItsBeginningToNow() {
    LifePicture life =
        LifePicture.of(
            LifeWindow.DAY,
            List.of(
                new LifePage.Span(StateName.ASLEEP, ago(60), null, "It was idle."),
                new LifePage.Span(StateName.AWAKE, ago(120), ago(60), "It was made.")),
            List.of(),
            NOW);

    assertThat(life.bars())
        .extracting(LifePicture.Bar::x, LifePicture.Bar::width, LifePicture.Bar::look)
        .containsExactly(tuple(0, 500, "awake"), tuple(500, 500, "asleep"));
    assertThat(life.told())
        .isEqualTo(
            "asleep for 1 hour, awake for 1 hour; 0 commands. The list below has each in words.");
    assertThat(life.chapters().get(1).lasted()).isEqualTo("for 1 hour");
  }

  @Test
  void whatWasBeforeTheWindowIsLeftOutAndWhatReachesIntoItIsCut() {
    LifePicture life =
        LifePicture.of(
            LifeWindow.HOUR,
            List.of(
                new LifePage.Span(StateName.AWAKE, ago(90), null, "It was woken."),
                new LifePage.Span(StateName.ASLEEP, ago(200), ago(90), "It was idle.")),
            List.of(),
            NOW);

    assertThat(life.bars())
        .singleElement()
        .satisfies(
            bar -> {
              assertThat(bar.x()).isZero();
              assertThat(bar.width()).isEqualTo(LifePicture.WIDTH);
            });
  }

  @Test
  void evenAMomentCanBeSeen() {
    LifePicture life =
        LifePicture.of(
            LifeWindow.DAY,
            List.of(
                new LifePage.Span(StateName.AWAKE, NOW, null, "It was woken."),
                new LifePage.Span(StateName.ASLEEP, ago(600), NOW, "It was idle.")),
            List.of(),
            NOW);

    assertThat(life.bars()).allSatisfy(bar -> assertThat(bar.width()).isGreaterThanOrEqualTo(2));
    assertThat(life.bars())
        .allSatisfy(bar -> assertThat(bar.x() + bar.width()).isLessThanOrEqualTo(1000));
  }

  private static Instant ago(int minutes) {
    return NOW.minus(Duration.ofMinutes(minutes));
  }
}

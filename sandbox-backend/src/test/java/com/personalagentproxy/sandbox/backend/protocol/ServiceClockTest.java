package com.personalagentproxy.sandbox.backend.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceClockTest {

  private final ServiceClock clock = new ServiceClock();

  private void read(String time, int seconds) {
    clock.read(
        HttpHeaders.of(
            Map.of("Date", List.of("Mon, 05 Jan 2026 " + time + " GMT")), (name, value) -> true),
        Duration.ofSeconds(seconds));
  }

  private void isAbout(String time) {
    assertThat(clock.now().orElseThrow())
        .isBetween(
            Instant.parse("2026-01-05T" + time + "Z"),
            Instant.parse("2026-01-05T" + time + "Z").plusSeconds(60));
  }

  @Test
  void aSlowAnswerIsBelievedOnlyWhileThereIsNothingBetter() {
    read("10:00:00", 90);
    isAbout("10:00:00");
    read("11:00:00", 0);
    isAbout("11:00:00");
    read("10:30:00", 90);
    isAbout("11:00:00");
  }
}

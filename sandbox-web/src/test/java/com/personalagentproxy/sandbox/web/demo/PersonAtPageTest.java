package com.personalagentproxy.sandbox.web.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PersonAtPageTest {

  private final StoryServer server = new StoryServer(true);
  private final PersonAtPage person = new PersonAtPage(server.signInLink());

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void theButtonTurnsDeletingOnAndOff() {
    assertThat(person.turn(server.connection(), true)).isFalse();
    assertThat(server.mayDelete()).isTrue();

    assertThat(person.turn(server.connection(), false)).isTrue();
    assertThat(server.mayDelete()).isFalse();
  }

  @Test
  void whatIsSoAlreadyIsLeftAlone() {
    assertThat(person.turn(server.connection(), false)).isFalse();
    assertThat(server.mayDelete()).isFalse();
  }

  @Test
  void aLinkThatWasUsedIsToldOf() {
    boolean unused = person.turn(server.connection(), false);

    assertThatIllegalStateException()
        .isThrownBy(() -> new PersonAtPage(server.signInLink()).turn(server.connection(), true))
        .withMessage("The page at /sign-in answered with HTTP status 403.");
  }

  @Test
  void aConnectionThatIsNotThereIsToldOf() {
    assertThatIllegalStateException()
        .isThrownBy(() -> person.turn(UUID.randomUUID().toString(), true))
        .withMessage("The page has no button that turns deleting on or off on this connection.");
  }
}

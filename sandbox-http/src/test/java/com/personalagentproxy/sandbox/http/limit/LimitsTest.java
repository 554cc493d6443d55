package com.personalagentproxy.sandbox.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsTest {

  private final SetTime time = new SetTime();
  private final World world = new World();
  private final TurnedAway turnedAway = new TurnedAway(world.ports);

  private Agent another() {
    return new Agent(
        new AgentId(UUID.randomUUID()),
        "Another",
        world.laptop.member(),
        world.laptop.organization());
  }

  @Test
  void aBucketLetsSoManyThroughAMinuteAndSaysHowLongToWait() {
    Buckets<String> buckets = new Buckets<>(60, time);
    for (int request = 0; request < 60; request++) {
      assertThat(buckets.take("ada")).isEmpty();
    }

    assertThat(buckets.take("ada")).hasValue(Duration.ofSeconds(1));
    assertThat(buckets.take("bob")).isEmpty();
    time.advance(Duration.ofSeconds(1));
    assertThat(buckets.take("ada")).isEmpty();
    assertThat(buckets.take("ada")).isPresent();
  }

  @Test
  void lookingTakesNothing() {
    Buckets<String> buckets = new Buckets<>(1, time);

    assertThat(buckets.wait("ada")).isEmpty();
    assertThat(buckets.size()).isZero();
    buckets.take("ada");
    assertThat(buckets.wait("ada")).hasValue(Duration.ofMinutes(1));
  }

  @Test
  void howeverManyComeTheTableStaysSmall() {
    Buckets<Integer> buckets = new Buckets<>(1, time);

    for (int stranger = 0; stranger < 3 * Buckets.MOST; stranger++) {
      buckets.take(stranger);
    }

    assertThat(buckets.size()).isEqualTo(Buckets.MOST);
    assertThat(buckets.take(3 * Buckets.MOST - 1)).isPresent();
  }

  @Test
  void aCommandHasAPlaceUntilItIsClosedOnceOrMore() {
    CommandLimit commands = new CommandLimit(new Limits(1, 1, 1, 1, 1, 5, 0), turnedAway);
    CommandLimit.Place place = commands.enter(world.laptop).orElseThrow();

    assertThat(commands.enter(world.laptop)).isEmpty();
    assertThat(commands.enter(another())).isPresent();
    place.close();
    place.close();
    assertThat(commands.enter(world.laptop)).isPresent();
    assertThat(commands.enter(world.laptop)).isEmpty();
  }

  @Test
  void ofManyAgentsOfAnOrganizationOnlySoManyCommandsRun() {
    CommandLimit commands = new CommandLimit(new Limits(1, 1, 1, 1, 5, 2, 0), turnedAway);

    List<Optional<CommandLimit.Place>> entered = Race.of(8, runner -> commands.enter(another()));

    assertThat(entered).filteredOn(Optional::isPresent).hasSize(2);
    entered.stream().flatMap(Optional::stream).forEach(CommandLimit.Place::close);
    assertThat(commands.size()).isZero();
    assertThat(commands.refuse(world.laptop, "build", "make").sentence())
        .contains("5 of one agent's and 2 of one organization's")
        .endsWith("Wait until one of them has ended, then try again.");
  }

  @Test
  void whereThreadsAreFewOnlySoManyCommandsOfAllAgentsRun() {
    CommandLimit commands = new CommandLimit(new Limits(1, 1, 1, 1, 2, 2, 0), turnedAway, 3);
    Agent stranger =
        new Agent(
            new AgentId(UUID.randomUUID()),
            "Stranger",
            new MemberId(UUID.randomUUID()),
            new OrganizationId(UUID.randomUUID()));
    CommandLimit.Place first = commands.enter(world.laptop).orElseThrow();
    assertThat(commands.enter(world.laptop)).isPresent();
    assertThat(commands.enter(stranger)).isPresent();

    assertThat(commands.enter(stranger)).isEmpty();
    assertThat(commands.enter()).as("a person's").isEmpty();
    assertThat(commands.refuse(stranger, "build", "make").sentence())
        .contains("and 3 of all together on this server.");

    first.close();
    CommandLimit.Place ofPerson = commands.enter().orElseThrow();
    ofPerson.close();
    ofPerson.close();
    assertThat(commands.enter(stranger)).isPresent();
  }

  @Test
  void noLimitIsMoreThanThereAreThreadsFor() {
    CommandLimit commands = new CommandLimit(new Limits(1, 1, 1, 1, 100, 1000, 0), turnedAway, 30);

    assertThat(commands.refuse(world.laptop, "build", "make").sentence())
        .contains("30 of one agent's and 30 of one organization's");
  }

  @Test
  void aLimitOfNothingIsRefused() {
    assertThatThrownBy(() -> new Limits(1, 1, 1, 0, 1, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.7, , 0, 192.0.2.7",
    "192.0.2.7, 198.51.100.1, 0, 192.0.2.7",
    "127.0.0.1, 198.51.100.1, 1, 198.51.100.1",
    "127.0.0.1, '6.6.6.6, 198.51.100.1', 1, 198.51.100.1",
    "127.0.0.1, '6.6.6.6,198.51.100.1, 10.0.0.1', 2, 198.51.100.1",
    "127.0.0.1, 198.51.100.1, 5, 198.51.100.1",
    "127.0.0.1, '6.6.6.6|198.51.100.1', 1, 198.51.100.1",
    "127.0.0.1, '6.6.6.6|198.51.100.1, 10.0.0.1', 2, 198.51.100.1",
    "127.0.0.1, '6.6.6.6, 198.51.100.1|10.0.0.1', 2, 198.51.100.1",
    "127.0.0.1, 198.51.100.1:50123, 1, 198.51.100.1",
    "127.0.0.1, '[2001:db8:1:2::9]:50123', 1, 2001:db8:1:2:0:0:0:0",
    "127.0.0.1, 2001:db8:1:2::9, 1, 2001:db8:1:2:0:0:0:0",
    "127.0.0.1, evil.example, 1, 127.0.0.1",
    "127.0.0.1, face.de, 1, 127.0.0.1",
    "127.0.0.1, [face.de], 1, 127.0.0.1",
    "127.0.0.1, 1.2.34567, 1, 127.0.0.1",
    "127.0.0.1, 999.1.1.1, 1, 127.0.0.1",
    "127.0.0.1, .:face, 1, 127.0.0.1",
    "127.0.0.1, '1:2:3:4:5:6:7:8:9', 1, 127.0.0.1",
    "127.0.0.1, unknown, 1, 127.0.0.1",
    "127.0.0.1, '', 1, 127.0.0.1",
    "a-socket, , 0, unknown",
    "2001:db8:1:2:3:4:5:6, , 0, 2001:db8:1:2:0:0:0:0",
    "2001:db8:1:2:ffff::1, , 0, 2001:db8:1:2:0:0:0:0",
    "[2001:db8:1:2::9], , 0, 2001:db8:1:2:0:0:0:0",
    "::ffff:192.0.2.7, , 0, 192.0.2.7"
  })
  void anAddressCountsAsOneOrAsItsCustomersNetwork(
      String peer, @Nullable String forwardedFor, int proxies, String counted) {
    List<String> lines = forwardedFor == null ? List.of() : List.of(forwardedFor.split("\\|", -1));

    assertThat(ClientAddress.of(peer, lines, proxies)).isEqualTo(counted);
  }
}

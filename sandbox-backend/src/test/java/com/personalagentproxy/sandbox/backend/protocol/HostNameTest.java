package com.personalagentproxy.sandbox.backend.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.backend.protocol.HostName.Resolver;
import com.personalagentproxy.sandbox.machine.BackendException.Failed;
import com.personalagentproxy.sandbox.machine.BackendException.Unreachable;
import com.personalagentproxy.sandbox.race.Race;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name service that hangs, and one that is asked no more often than it has to be. */
@Timeout(60)
class HostNameTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final AtomicInteger asked = new AtomicInteger();
  private final CountDownLatch answers = new CountDownLatch(1);

  @AfterEach
  void answer() {
    answers.countDown();
  }

  /** Finds another object each time, as Java does when it has asked. */
  private InetAddress anew(String host) throws UnknownHostException {
    asked.incrementAndGet();
    return InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1});
  }

  private InetAddress hanging(String host) throws UnknownHostException {
    asked.incrementAndGet();
    try {
      answers.await();
    } catch (InterruptedException stop) {
      throw new UnknownHostException(host);
    }
    return anew(host);
  }

  private static Deadline soon() {
    return Deadline.in(Duration.ofSeconds(30));
  }

  private static void awaitTimes(int times, HostName name) throws Exception {
    for (int time = 0; time < times; time++) {
      name.await(soon());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "[::1]", "[2001:db8::9]"})
  void anAddressIsNotLookedUp(String address) throws Exception {
    try (HostName name = new HostName(address, this::anew, MINUTE)) {
      awaitTimes(3, name);
    }

    assertThat(asked).hasValue(0);
  }

  @Test
  void whileItIsSurelyRememberedNobodyIsAsked() throws Exception {
    try (HostName name = new HostName("machines.example", this::anew, MINUTE)) {
      awaitTimes(100, name);
    }

    assertThat(asked).as("once, and once more to know since when").hasValue(2);
  }

  @Test
  void whatMayHaveBeenRememberedForLongIsAskedForEachTime() throws Exception {
    InetAddress remembered = anew("machines.example");
    Resolver remembers =
        host -> {
          asked.incrementAndGet();
          return remembered;
        };
    asked.set(0);
    try (HostName name = new HostName("machines.example", remembers, MINUTE)) {
      awaitTimes(10, name);
    }

    assertThat(asked).hasValue(10);
  }

  @Test
  void whatIsForgottenAtOnceIsAskedForEachTime() throws Exception {
    try (HostName name = new HostName("machines.example", this::anew, Duration.ofSeconds(1))) {
      awaitTimes(10, name);
    }

    assertThat(asked).hasValue(10);
  }

  /** Or a name would be taken for remembered that isn't. */
  @Test
  void javaTellsWhatItRemembersAsTheSame() throws Exception {
    InetAddress first = InetAddress.getByName("localhost");

    assertThat(InetAddress.getByName("localhost")).isSameAs(first);
  }

  @Test
  void whoComeAtOnceAskOnce() throws Exception {
    try (HostName name = new HostName("machines.example", this::hanging, MINUTE)) {
      List<Boolean> toldSo =
          Race.of(
              Collections.nCopies(
                  8,
                  () -> {
                    try {
                      name.await(Deadline.in(Duration.ofMillis(200)));
                      return false;
                    } catch (Cut.NotConnected late) {
                      return late.sentence().contains("looking its name up takes too long");
                    }
                  }));

      assertThat(toldSo).containsOnly(true);
      assertThat(asked).hasValue(1);
      answers.countDown();
      name.await(soon());
    }
  }

  @Test
  void oneThatIsNotKnownIsSaidToBe() {
    Resolver knowsNothing =
        host -> {
          throw new UnknownHostException(host);
        };
    try (HostName name = new HostName("machines.example", knowsNothing, MINUTE)) {
      assertThatThrownBy(() -> name.await(soon()))
          .isInstanceOf(Cut.NotConnected.class)
          .hasMessageContaining("its name isn't known where this server runs")
          .hasNoCause();
    }
  }

  @Test
  void callsAndCommandsEndInTimeHoweverLongTheNameServiceTakes() {
    try (ScriptedService service = new ScriptedService((request, line) -> line.cut());
        ProtocolMachines machines =
            ProtocolMachines.open(
                ServiceAddress.of("http://localhost:" + service.port()).orElseThrow(),
                new HostName("localhost", this::hanging, MINUTE),
                Speaking.TOKEN,
                Speaking.INSTALLATION,
                Speaking.IMPATIENT)) {
      assertThatThrownBy(() -> Speaking.run(machines, "true"))
          .isInstanceOf(Failed.class)
          .hasMessageStartingWith("The backend");
      Speaking.calls()
          .forEach(
              call ->
                  assertThatThrownBy(() -> call.accept(machines))
                      .isInstanceOf(Unreachable.class)
                      .hasMessageStartingWith("The backend"));
      assertThat(service.requests()).isEmpty();
    }
  }
}

package com.personalagentproxy.sandbox.backend.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceAddressTest {

  @ParameterizedTest
  @CsvSource({
    "http://localhost:9000, http://localhost:9000",
    "https://Machines.example, https://machines.example",
    "HTTPS://machines.example/, https://machines.example",
    "https://machines.example:9000/kept/here/, https://machines.example:9000/kept/here",
    "http://[::1]:9000, http://[::1]:9000",
    "http://10.0.0.7:65535, http://10.0.0.7:65535",
  })
  void anAddressWithAHostAndPerhapsAPortAndAPathIsTaken(String text, String base) {
    assertThat(ServiceAddress.of(text).orElseThrow().base()).hasToString(base);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ftp://machines.example | scheme “ftp”",
        "machines.example:9000 | scheme “machines.example”",
        "http:// | no address that can be understood",
        "http:machines.example | no host",
        "http:///machines | no host",
        "http://:9000 | no host",
        "http://machines.example:0 | port “0”",
        "http://machines.example:65536 | port “65536”",
        "http://machines.example:99999999999 | port “99999999999”",
        "http://machines.example:nine | port “nine”",
        "http://machines.example: | port “”",
        "http://machines_example | host “machines_example”",
        "http://ada:secret@machines.example | a user in it",
        "http://ada@machines.example:nine | a user in it",
        "http://machines.example?token=secret | a query in it",
        "http://machines.example/? | a query in it",
        "http://machines.example#secret | a fragment in it",
        "http://machines.example/a/../b | “..” in it",
        "http://machines.example//a | “//”",
        "http://machines example | no address that can be understood",
        "http://[::1 | no address that can be understood",
      })
  void thePartThatIsWrongIsNamedAndNoSecretShown(String text, String part) {
    Answer<ServiceAddress> answer = ServiceAddress.of(text);

    assertThat(answer).isInstanceOf(Answer.Refused.class);
    String sentence = ((Answer.Refused<ServiceAddress>) answer).refusal().sentence();
    assertThat(sentence)
        .startsWith("SANDBOX_BACKEND ")
        .contains(part)
        .endsWith(".")
        .doesNotContain("secret");
  }

  @Test
  void onlyPlainHttpToAnotherComputerCanBeReadByOthers() {
    assertThat(ServiceAddress.of("http://127.0.0.1:9000").orElseThrow().isExposed()).isFalse();
    assertThat(ServiceAddress.of("http://[::1]:9000").orElseThrow().isExposed()).isFalse();
    assertThat(ServiceAddress.of("https://192.0.2.1").orElseThrow().isExposed()).isFalse();
    assertThat(ServiceAddress.of("http://192.0.2.1").orElseThrow().isExposed()).isTrue();
    assertThat(ServiceAddress.of("http://nowhere.invalid").orElseThrow().isExposed()).isTrue();
  }
}

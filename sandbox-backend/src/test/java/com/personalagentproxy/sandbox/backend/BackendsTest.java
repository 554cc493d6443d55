package com.personalagentproxy.sandbox.backend;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.backend.Backends.Opened;
import com.personalagentproxy.sandbox.backend.Backends.Refused;
import com.personalagentproxy.sandbox.backend.dev.DevMachines;
import com.personalagentproxy.sandbox.backend.protocol.ProtocolMachines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackendsTest {

  private static final UUID INSTALLATION = UUID.randomUUID();

  @TempDir Path data;

  @Test
  void devIsMachinesOnThisComputer() throws IOException {
    Backends.Opening opening = Backends.open("dev", settings("machines", null));
    assertThat(opening).isInstanceOf(Opened.class);
    Opened opened = (Opened) opening;
    try (var resource = opened.resource()) {
      assertThat(resource).isInstanceOf(DevMachines.class);
      assertThat(opened.place()).contains(((DevMachines) opened.backend()).homeId());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "https://machines.example,SANDBOX_BACKEND_TOKEN,isn't set",
    "http://localhost:0,SANDBOX_BACKEND has the port,1 to 65535",
    "docker:///var/run/docker.sock?memroy=1g,memroy,image",
    "docker:/var/run/docker.sock,docker://,start",
    "incus://host:8443,incus,yet",
    "kubernetes://sandboxes,kubernetes,yet",
    "ftp://x,ftp,kind of backend",
    "Dev,Dev,neither",
    "'','',neither"
  })
  void anythingElseIsRefusedWithASentenceThatNamesThePartThatIsWrong(
      String value, String part, String reason) {
    assertThat(Backends.open(value, settings("", null)))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.why()).contains(part, reason).endsWith("."));
  }

  @Test
  void anAddressIsAServiceWhichNeedNotBeThereYet() throws IOException {
    Opened opened = (Opened) Backends.open("http://127.0.0.1:1/kept", settings("", "a-token"));
    try (var resource = opened.resource()) {
      assertThat(resource).isInstanceOf(ProtocolMachines.class);
      assertThat(opened.place()).isEmpty();
      assertThat(opened.warnings()).isEmpty();
      assertThat(opened.backend().description()).contains("can't be used at the moment");
    }
  }

  @Test
  void plainHttpToAnotherComputerIsWarnedOf() throws IOException {
    Opened opened = (Opened) Backends.open("http://nowhere.invalid", settings("", "a-token"));
    try (var resource = opened.resource()) {
      assertThat(resource).isNotNull();
      assertThat(opened.warnings())
          .singleElement()
          .asString()
          .contains("plain http", "Use https")
          .doesNotContain("a-token");
    }
  }

  @Test
  void theTokenIsNotPrinted() {
    assertThat(settings("", "a-token").toString()).doesNotContain("a-token");
  }

  private Backends.Settings settings(String home, @Nullable String token) {
    return new Backends.Settings(data.resolve(home), INSTALLATION, token);
  }

  @Test
  void aFolderThatCannotBeUsedIsASentenceToo() throws IOException {
    Path file = Files.createFile(data.resolve("file"));
    assertThat(Backends.open("dev", settings(file.getFileName().toString(), null)))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.why()).contains("can't be opened"));
  }
}

package com.personalagentproxy.sandbox.backend;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.backend.Backends.Opened;
import com.personalagentproxy.sandbox.backend.Backends.Refused;
import com.personalagentproxy.sandbox.backend.dev.DevMachines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackendsTest {

  private static final UUID INSTALLATION = UUID.randomUUID();

  @TempDir Path data;

  @Test
  void devIsMachinesOnThisComputer() throws IOException {
    Backends.Opening opening = Backends.open("dev", data.resolve("machines"), INSTALLATION);
    assertThat(opening).isInstanceOf(Opened.class);
    Opened opened = (Opened) opening;
    try (var resource = opened.resource()) {
      assertThat(resource).isInstanceOf(DevMachines.class);
      assertThat(opened.place()).contains(((DevMachines) opened.backend()).homeId());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "https://machines.example,https,yet",
    "http://localhost:9000,http,yet",
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
    assertThat(Backends.open(value, data, INSTALLATION))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.why()).contains(part, reason).endsWith("."));
  }

  @Test
  void aFolderThatCannotBeUsedIsASentenceToo() throws IOException {
    Path file = Files.createFile(data.resolve("file"));
    assertThat(Backends.open("dev", file, INSTALLATION))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.why()).contains("can't be opened"));
  }
}

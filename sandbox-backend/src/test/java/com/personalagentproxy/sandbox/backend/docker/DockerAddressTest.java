package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DockerAddressTest {

  @Test
  void whatIsNotSaidIsSafe() {
    assertThat(DockerAddress.parse("docker:///var/run/docker.sock"))
        .isEqualTo(
            new DockerAddress(
                "unix:///var/run/docker.sock",
                "debian:bookworm",
                2L << 30,
                2_000_000_000L,
                512,
                "bridge",
                "root"));
  }

  @Test
  void everyKeyIsRead() {
    assertThat(
            DockerAddress.parse(
                "docker://engine.example:2375?image=team%2Fmachine&memory=512m&cpus=0.5&pids=100&network=agents&user=1000:1000"))
        .isEqualTo(
            new DockerAddress(
                "tcp://engine.example:2375",
                "team/machine:latest",
                512L << 20,
                500_000_000L,
                100,
                "agents",
                "1000:1000"));
  }

  @ParameterizedTest
  @CsvSource({
    "debian:bookworm,debian:bookworm",
    "machine,machine:latest",
    "host.example:5000/team/machine,host.example:5000/team/machine:latest",
    "host.example:5000/machine:1,host.example:5000/machine:1"
  })
  void anImageWithoutATagIsTheLatest(String given, String image) {
    assertThat(DockerAddress.parse("docker:///s?image=" + given).image()).isEqualTo(image);
  }

  @ParameterizedTest
  @CsvSource({
    "docker:/var/run/docker.sock,docker://",
    "docker://,place",
    "docker:///,path",
    "docker:///run/,path",
    "docker://host,host and a port",
    "docker://host:0,port",
    "docker://host:65536,65536",
    "docker://user@host:1,user@host:1",
    "docker://host:1/path,host:1/path",
    "docker:///s#x,#",
    "docker:///s?memroy=1g,memroy",
    "docker:///s?Image=x,Image",
    "docker:///s?image=x&image=y,twice",
    "docker:///s?image=x&,key “”",
    "docker:///s?image=,no value",
    "docker:///s?image,no value",
    "docker:///s?image=a b,a b",
    "docker:///s?image=%zz,%",
    "docker:///s?image=-x,image",
    "docker:///s?memory=2gb,2gb",
    "docker:///s?memory=-1,memory",
    "docker:///s?memory=63m,63m",
    "docker:///s?memory=999999999999g,999999999999g",
    "docker:///s?cpus=0,cpus",
    "docker:///s?cpus=1e3,1e3",
    "docker:///s?cpus=two,two",
    "docker:///s?pids=0,pids",
    "docker:///s?pids=99999999999999999999,pids",
    "docker:///s?network=host,host",
    "docker:///s?network=container:x,container:x",
    "docker:///s?user=a b,a b",
    "docker:///s?user=root:,root:"
  })
  void aWrongPartIsNamed(String address, String part) {
    assertThatThrownBy(() -> DockerAddress.parse(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(part)
        .hasMessageStartingWith("SANDBOX_BACKEND")
        .hasMessageEndingWith(".");
  }
}

package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a process is among control groups, as the kernel tells it. */
class ProcessGroupsTest {

  @Test
  void aGroupOfTheFirstVersionIsFoundByItsController() {
    ProcessGroups groups =
        new ProcessGroups(
            List.of("9:name=systemd:/", "8:cpu,cpuacct:/a", "4:memory:/api/x", "0::/"),
            List.of(
                "31 30 0:27 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory",
                "32 30 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct"));
    assertThat(groups.ofFirst("memory")).contains(Path.of("/sys/fs/cgroup/memory/api/x"));
    assertThat(groups.ofFirst("cpuacct")).contains(Path.of("/sys/fs/cgroup/cpu/a"));
    assertThat(groups.ofFirst("pids")).isEmpty();
    assertThat(groups.ofSecond()).isEmpty();
  }

  @Test
  void aGroupOfTheSecondVersionIsFound() {
    ProcessGroups groups =
        new ProcessGroups(
            List.of("0::/user.slice/user-1000.slice/user@1000.service/app.slice/x.scope"),
            List.of(
                "24 1 8:1 / / rw - ext4 /dev/sda1 rw",
                "31 24 0:27 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate"));
    assertThat(groups.ofSecond())
        .contains(
            Path.of(
                "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/x.scope"));
    assertThat(groups.ofFirst("memory")).isEmpty();
  }

  /** As in a container that has the computer's view of groups. */
  @Test
  void whatIsMountedMayBeginFurtherDown() {
    ProcessGroups groups =
        new ProcessGroups(
            List.of("4:pids:/docker/abc/inner"),
            List.of("31 24 0:27 /docker/abc /sys/fs/cgroup/pids ro - cgroup cgroup rw,pids"));
    assertThat(groups.ofFirst("pids")).contains(Path.of("/sys/fs/cgroup/pids/inner"));
  }
}

package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Machines that nothing separates from this computer. */
class UnjailedMachinesTest extends DevMachinesContract {

  @Override
  DevMachines open(Path home, UUID installation) {
    return DevMachines.open(home, installation, false);
  }

  @Test
  void thatNothingSeparatesThemIsSaidPlainly() {
    assertThat(backend().isolation()).isEqualTo(Isolation.NONE);
    assertThat(backend().description())
        .contains(
            "run as the server's user and see everything that user sees; for development only.");
  }

  @Test
  void aLinkInPlaceOfTheHomeFolderIsNotFollowed() {
    MachineId machine = made();
    run(machine, "mkdir ../other; rm -rf ~; ln -s other ~");
    assertThat(run(machine, "cd; touch file; ls ../other; ls").text()).isEqualTo("file\n");
  }

  @Test
  void howACommandEndedIsToldThoughItsPipesAreGone() {
    MachineId machine = made();
    Trial trial = run(machine, "sleep 600 & rm -f ../control/*/*.out; exit 3");
    assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(3));
  }

  /** It can write where the machine's shell does, but not what no shell would say. */
  @Test
  void aForgedEndThatCannotBeIsNotBelieved() {
    Trial trial =
        run(
            made(),
            "for p in $PPID $(ps -o ppid= -p $PPID); do for n in 1 2 77; do for e in 'exit 999' 'exit -1' 'signal 300' 'signal 5'; do echo \"$n $e\" >/proc/$p/fd/3; done; done; done 2>/dev/null; sleep 0.3; exit 7");
    assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(7));
  }

  @Test
  void whyACommandWasNotRunIsSaidWithoutTheServersPaths() {
    MachineId machine = made();
    run(machine, "rm -f ../control/*/*.out");
    assertThatThrownBy(() -> run(machine, "true"))
        .isInstanceOf(BackendException.Failed.class)
        .hasMessageEndingWith("can't run a command. The server finds one of its files missing.")
        .hasMessageNotContaining(data.toString());
  }
}

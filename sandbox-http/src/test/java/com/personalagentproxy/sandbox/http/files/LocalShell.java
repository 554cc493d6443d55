package com.personalagentproxy.sandbox.http.files;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.Output;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A shell of this computer's in a folder, in place of a sandbox's. */
public final class LocalShell implements MachineShell {

  private final Path home;
  private final List<String> program;
  private final @Nullable Path programs;
  private int runs;
  private Runnable beforeEach = () -> {};
  private String limits = "";

  /**
   * A shell.
   *
   * @param program what is given the command as its last argument
   * @param programs the one folder in which it finds programs; absent: the usual ones
   */
  public LocalShell(Path home, List<String> program, @Nullable Path programs) {
    this.home = home;
    this.program = program;
    this.programs = programs;
  }

  /** How many commands have run. */
  int runs() {
    return runs;
  }

  /** Does this before each command from now on. */
  void beforeEach(Runnable what) {
    beforeEach = what;
  }

  /** Lets no file become larger than that, as if the disk were full. */
  void holdsFilesUpTo(int kibibytes) {
    limits = "trap '' XFSZ; ulimit -f " + 2 * kibibytes + "\n";
  }

  /** Runs this before each command from now on. */
  void saysFirst(String line) {
    limits = line + "\n";
  }

  @Override
  public Answer<CommandResult> run(String command, @Nullable String stdin, Follower follower) {
    runs++;
    beforeEach.run();
    try {
      ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(program));
      builder.command().add(limits + command);
      builder.directory(home.toFile()).redirectErrorStream(false);
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      builder.environment().put("HOME", home.toString());
      if (programs != null) {
        builder.environment().put("PATH", programs.toString());
      }
      Process process = builder.start();
      Thread feed = new Thread(() -> feed(process, stdin), "stdin");
      feed.start();
      byte[] piece = new byte[8192];
      try (InputStream out = process.getInputStream()) {
        for (int read = out.read(piece); read >= 0; read = out.read(piece)) {
          follower.stdout().accept(piece, 0, read);
        }
      }
      return Answer.done(result(new Outcome.Exited(process.waitFor())));
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError("The shell failed.", failed);
    }
  }

  private static void feed(Process process, @Nullable String stdin) {
    try (var in = process.getOutputStream()) {
      if (stdin != null) {
        in.write(stdin.getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException unread) {
      // It read no further.
    }
  }

  private static CommandResult result(Outcome outcome) {
    return new CommandResult(
        new CommandId(UUID.randomUUID()),
        outcome,
        Output.NONE,
        Output.NONE,
        Duration.ZERO,
        null,
        false,
        "box",
        "id",
        "task");
  }
}

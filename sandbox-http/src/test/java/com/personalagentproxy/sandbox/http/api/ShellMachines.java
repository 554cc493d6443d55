package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.ForwardingBackend;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Machines that are remembered, whose commands a shell of this computer runs in a folder each. */
final class ShellMachines extends ForwardingBackend {

  private final Path folder;

  ShellMachines(Path folder) {
    super(new InMemoryMachines());
    this.folder = folder;
  }

  Path home(MachineId machine) {
    try {
      return Files.createDirectories(folder.resolve(machine.toString()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr) {
    if (inspect(machine) != Condition.AWAKE) {
      throw new BackendException.MachineAsleep(machine);
    }
    try {
      Process process =
          new ProcessBuilder("/bin/sh", "-c", command.line())
              .directory(home(machine).toFile())
              .start();
      Thread in = pump(() -> feed(process.getOutputStream(), command.stdin()));
      Thread out = pump(() -> drain(process.getInputStream(), stdout));
      Thread err = pump(() -> drain(process.getErrorStream(), stderr));
      try {
        if (!process.waitFor(command.timeout().toSeconds(), TimeUnit.SECONDS)) {
          end(process);
          return new Outcome.TimedOut();
        }
        in.join();
        out.join();
        err.join();
        return new Outcome.Exited(process.exitValue());
      } catch (InterruptedException ended) {
        end(process);
        Thread.currentThread().interrupt();
        return new Outcome.Signalled("TERM");
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void end(Process process) {
    List<ProcessHandle> below = process.descendants().toList();
    process.destroyForcibly();
    below.forEach(ProcessHandle::destroyForcibly);
  }

  private static Thread pump(Runnable work) {
    Thread thread = new Thread(work, "pump");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void feed(OutputStream in, @Nullable String text) {
    try (in) {
      if (text != null) {
        in.write(text.getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException unread) {
      // It read no further.
    }
  }

  private static void drain(InputStream out, OutputSink sink) {
    byte[] piece = new byte[8192];
    try (out) {
      for (int read = out.read(piece); read >= 0; read = out.read(piece)) {
        sink.accept(piece, 0, read);
      }
    } catch (IOException ended) {
      // The process is gone.
    }
  }
}

package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** Backends that break a rule of what commands print. */
final class BrokenOutput {

  /** What becomes of a stream; told the outcome when the command has ended. */
  private abstract static class Stream implements OutputSink {
    final OutputSink to;
    final ByteArrayOutputStream held = new ByteArrayOutputStream();

    Stream(OutputSink to) {
      this.to = to;
    }

    void ended(Outcome outcome) {}

    final void pass(byte[] bytes) {
      to.accept(bytes, 0, bytes.length);
    }
  }

  static final List<Broken> ALL =
      List.of(
          printing(
              "the last bytes are dropped",
              "output.just-before-the-end",
              "bytes on standard output to be 60000",
              Dropping::new),
          printing("output comes at the end", "output.streams", " apart", AtTheEnd::new),
          printing("output is lost with the time", "timeout.keeps-output", "“”", LostWithTime::new),
          printing(
              "chunks are decoded", "output.emoji-on-borders", "first different", Decoding::new),
          printing("NULs end a piece", "output.nothing-added", "1 bytes", CutAtNul::new),
          printing(
              "something comes later",
              "output.silent-after-the-end",
              "after the command's end",
              Later::new),
          printing("the middle is left out", "output.one-mebibyte-each", "1", FirstMegabyte::new));

  private BrokenOutput() {}

  private static Broken printing(
      String does, String check, String came, Function<OutputSink, Stream> of) {
    return Broken.passing(does, check, came, backend -> new Printing(backend, of));
  }

  private static final class Printing extends Passing {

    private final Function<OutputSink, Stream> of;

    Printing(MachineBackend to, Function<OutputSink, Stream> of) {
      super(to);
      this.of = of;
    }

    @Override
    public Outcome run(
        MachineId machine,
        Generation generation,
        Command command,
        OutputSink stdout,
        OutputSink stderr) {
      Stream out = of.apply(stdout);
      Stream err = of.apply(stderr);
      Outcome outcome = to.run(machine, generation, command, out, err);
      out.ended(outcome);
      err.ended(outcome);
      return outcome;
    }
  }

  private static final class Dropping extends Stream {
    Dropping(OutputSink to) {
      super(to);
    }

    @Override
    public void accept(byte[] buffer, int offset, int length) {
      to.accept(buffer, offset, Math.max(0, length - 5));
    }
  }

  private static final class AtTheEnd extends Stream {
    AtTheEnd(OutputSink to) {
      super(to);
    }

    @Override
    public void accept(byte[] buffer, int offset, int length) {
      held.write(buffer, offset, length);
    }

    @Override
    void ended(Outcome outcome) {
      pass(held.toByteArray());
    }
  }

  private static final class LostWithTime extends Stream {
    LostWithTime(OutputSink to) {
      super(to);
    }

    @Override
    public void accept(byte[] buffer, int offset, int length) {
      held.write(buffer, offset, length);
    }

    @Override
    void ended(Outcome outcome) {
      if (!(outcome instanceof Outcome.TimedOut)) {
        pass(held.toByteArray());
      }
    }
  }

  private static final class Decoding extends Stream {
    Decoding(OutputSink to) {
      super(to);
    }

    @Override
    public void accept(byte[] buffer, int offset, int length) {
      pass(
          new String(buffer, offset, length, StandardCharsets.UTF_8)
              .getBytes(StandardCharsets.UTF_8));
    }
  }

  private static final class CutAtNul extends Stream {
    CutAtNul(OutputSink to) {
      super(to);
    }

    @Override
    public void accept(byte[] buffer, int offset, int length) {
      int end = offset;
      while (end < offset + length && buffer[end] != 0) {
        end++;
      }
      to.accept(buffer, offset, end - offset);
    }
  }

  private static final class Later extends Stream {
    Later(OutputSink to) {
      super(to);
    }

    @Override
    public void accept(byte[] buffer, int offset, int length) {
      to.accept(buffer, offset, length);
    }

    @Override
    void ended(Outcome outcome) {
      Bench.thread(
          "later",
          () -> {
            try {
              Pause.briefly();
              pass(new byte[] {'!'});
            } catch (InterruptedException given) {
              Thread.currentThread().interrupt();
            }
          });
    }
  }

  private static final class FirstMegabyte extends Stream {
    private int passed;

    FirstMegabyte(OutputSink to) {
      super(to);
    }

    @Override
    public void accept(byte[] buffer, int offset, int length) {
      int room = Math.max(0, Math.min(length, 1_000_000 - passed));
      to.accept(buffer, offset, room);
      passed += room;
    }
  }
}

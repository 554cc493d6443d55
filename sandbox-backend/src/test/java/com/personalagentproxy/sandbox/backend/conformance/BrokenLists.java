package com.personalagentproxy.sandbox.backend.conformance;

import static com.personalagentproxy.sandbox.backend.conformance.Broken.passing;

import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Backends that break a rule of lists, marks and restarts. */
final class BrokenLists {

  static final List<Broken> ALL =
      List.of(
          passing("starts each page anew", "list.pages", "a page to start after", StartsAnew::new),
          passing("lists by another order", "list.in-order", "[", OtherOrder::new),
          passing("lists as if new", "list.since", "1970-01-01T00:00:0", AlwaysNew::new),
          passing("lists in longer pages", "list.pages", "2", LongerPages::new),
          new Broken(
              "lists others' machines",
              "mark.lists-no-others",
              "a list with it",
              backend -> new OneMark(backend)),
          new Broken(
              "keeps nothing through a restart",
              "restart.keeps-files",
              "ABSENT",
              backend -> new Restarting(backend)));

  private BrokenLists() {}

  private static final class StartsAnew extends Passing {

    StartsAnew(MachineBackend to) {
      super(to);
    }

    @Override
    public List<Listed> list(@Nullable MachineId after, int limit) {
      return to.list(null, limit);
    }
  }

  private static final class OtherOrder extends Passing {

    OtherOrder(MachineBackend to) {
      super(to);
    }

    @Override
    public List<Listed> list(@Nullable MachineId after, int limit) {
      Comparator<Listed> order = Comparator.comparing(Listed::machine);
      return to.list(after, limit).stream().sorted(order.reversed()).toList();
    }
  }

  private static final class AlwaysNew extends Passing {

    private final AtomicLong times = new AtomicLong();

    AlwaysNew(MachineBackend to) {
      super(to);
    }

    @Override
    public List<Listed> list(@Nullable MachineId after, int limit) {
      Instant now = Instant.ofEpochMilli(times.incrementAndGet());
      return to.list(after, limit).stream()
          .map(it -> new Listed(it.machine(), it.seen(), it.condition(), now))
          .toList();
    }
  }

  private static final class LongerPages extends Passing {

    LongerPages(MachineBackend to) {
      super(to);
    }

    @Override
    public List<Listed> list(@Nullable MachineId after, int limit) {
      return to.list(after, limit + 1);
    }
  }

  /** All installations have the same mark. */
  private record OneMark(MachineBackend backend) implements BackendUnderCheck {

    @Override
    public boolean hasOtherInstallations() {
      return true;
    }

    @Override
    public void asAnotherInstallation(Deed deed) throws Exception {
      deed.with(backend);
    }
  }

  private static final class Restarting implements BackendUnderCheck {

    private MachineBackend now;

    Restarting(MachineBackend now) {
      this.now = now;
    }

    @Override
    public MachineBackend backend() {
      return now;
    }

    @Override
    public boolean canRestart() {
      return true;
    }

    @Override
    public void restart() {
      now =
          new Passing(now) {
            @Override
            public Condition inspect(MachineId machine) {
              return Condition.ABSENT;
            }
          };
    }
  }
}

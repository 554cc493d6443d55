package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.backend.Backends;
import com.personalagentproxy.sandbox.backend.dev.DevMachines;
import com.personalagentproxy.sandbox.http.backend.Installations;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A backend that is offered to other servers: opened for each installation while it calls, or
 * shared by all of them where only one may have it open, as a folder of {@code dev}.
 */
final class OpenedBackends implements Installations, AutoCloseable {

  /** Nobody's: to see whether it opens at all, and what it says of itself. */
  private static final UUID NOBODY = new UUID(0, 0);

  private static final int MOST_AT_ONCE = 100;

  private final Closing parts = new Closing();
  private final List<String> warnings;
  private final MachineBackend first;
  private final Function<UUID, MachineBackend> machines;

  /**
   * Opens it.
   *
   * @param token for a service behind this one
   * @throws CannotStart if it can't be opened
   */
  OpenedBackends(String value, Path home, @Nullable String token) {
    Backends.Opening opening = Backends.open(value, new Backends.Settings(home, NOBODY, token));
    if (opening instanceof Backends.Refused refused) {
      throw new CannotStart(
          refused.why().replace("SANDBOX_BACKEND ", "The backend to offer ").strip(), null);
    }
    Backends.Opened begun = (Backends.Opened) opening;
    parts.add("the backend", begun.resource());
    first = begun.backend();
    warnings = begun.warnings();
    machines =
        first instanceof DevMachines shared
            ? shared::of
            : forEach(mark -> opened(value, new Backends.Settings(home, mark, token)));
  }

  private Function<UUID, MachineBackend> forEach(Function<UUID, Backends.Opened> opener) {
    BackendForEach backends =
        parts.add("the backends of installations", new BackendForEach(MOST_AT_ONCE, opener));
    return mark -> new MachinesOnCall(first, backends, mark);
  }

  private static Backends.Opened opened(String value, Backends.Settings settings) {
    Backends.Opening opening = Backends.open(value, settings);
    if (opening instanceof Backends.Refused refused) {
      throw new BackendException.Failed(refused.why(), null);
    }
    return (Backends.Opened) opening;
  }

  /** As nobody's. */
  MachineBackend first() {
    return first;
  }

  List<String> warnings() {
    return warnings;
  }

  /** There are some for any number of installations. */
  @Override
  public Answer<MachineBackend> machines(UUID installation) {
    return Answer.done(machines.apply(installation));
  }

  /** Ends the commands that still run, and puts machines to sleep that live in this process. */
  @Override
  public void close() {
    parts.close();
  }
}

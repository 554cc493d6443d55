package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.backend.Backends;
import com.personalagentproxy.sandbox.backend.dev.DevMachines;
import com.personalagentproxy.sandbox.http.backend.Installations;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A backend that is offered to other servers: opened once for each installation that calls, or
 * shared by all of them where only one may have it open, as a folder of {@code dev}.
 */
final class OpenedBackends implements Installations, AutoCloseable {

  /** Nobody's: to see whether it opens at all, and what it says of itself. */
  private static final UUID NOBODY = new UUID(0, 0);

  private static final int MOST = 100;

  private final String value;
  private final Path home;
  private final @Nullable String token;
  private final Closing parts = new Closing();
  private final Map<UUID, MachineBackend> opened = new ConcurrentHashMap<>();
  private final List<String> warnings;
  private final MachineBackend first;

  /**
   * Opens it.
   *
   * @param token for a service behind this one
   * @throws CannotStart if it can't be opened
   */
  OpenedBackends(String value, Path home, @Nullable String token) {
    this.value = value;
    this.home = home;
    this.token = token;
    Backends.Opening opening = open(NOBODY);
    if (opening instanceof Backends.Refused refused) {
      throw new CannotStart(
          refused.why().replace("SANDBOX_BACKEND ", "The backend to offer ").strip(), null);
    }
    Backends.Opened begun = (Backends.Opened) opening;
    parts.add("the backend", begun.resource());
    first = begun.backend();
    warnings = begun.warnings();
  }

  /** As nobody's. */
  MachineBackend first() {
    return first;
  }

  List<String> warnings() {
    return warnings;
  }

  /** Whoever has been here before doesn't wait for another's to be opened. */
  @Override
  public Answer<MachineBackend> machines(UUID installation) {
    MachineBackend known = opened.get(installation);
    return known == null ? openedNow(installation) : Answer.done(known);
  }

  private synchronized Answer<MachineBackend> openedNow(UUID installation) {
    MachineBackend known = opened.get(installation);
    if (known != null) {
      return Answer.done(known);
    }
    if (opened.size() >= MOST) {
      return refused(
          "This service keeps machines for %s installations already, and for no more. Start another one."
              .formatted(MOST));
    }
    if (first instanceof DevMachines shared) {
      return remembered(installation, shared.of(installation));
    }
    Backends.Opening opening = open(installation);
    if (opening instanceof Backends.Refused refused) {
      return refused(refused.why());
    }
    Backends.Opened another = (Backends.Opened) opening;
    parts.add("the backend of an installation", another.resource());
    return remembered(installation, another.backend());
  }

  private Answer<MachineBackend> remembered(UUID installation, MachineBackend machines) {
    opened.put(installation, machines);
    return Answer.done(machines);
  }

  private static Answer<MachineBackend> refused(String sentence) {
    return Answer.refused(new Refusal.Invalid("Sandbox-Installation", sentence));
  }

  private Backends.Opening open(UUID installation) {
    return Backends.open(value, new Backends.Settings(home, installation, token));
  }

  /** Ends the commands that still run, and puts machines to sleep that live in this process. */
  @Override
  public void close() {
    parts.close();
  }
}

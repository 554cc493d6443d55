package com.personalagentproxy.sandbox.backend;

import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.util.UUID;

/**
 * A backend that only one process has open, which may share it with other installations: each sees
 * all machines, and has those marked and listed that it makes and moves (M12).
 */
public interface Shareable extends MachineBackend {

  /** The same machines for the installation with that mark. */
  MachineBackend of(UUID installation);
}

package com.personalagentproxy.sandbox.http.backend;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.util.UUID;

/**
 * Port: the machines as one installation sees them, which has those marked that it makes and moves,
 * and gets only those listed (M12). Implementations are safe for use by many threads.
 */
@FunctionalInterface
public interface Installations {

  /** The machines for the installation with that mark; refused if there are none for it. */
  Answer<MachineBackend> machines(UUID installation);
}

package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.io.IOException;

/**
 * A backend to be checked, and what can be done to it from outside. Some checks need that; where it
 * can't be done they are not applicable.
 */
public interface BackendUnderCheck {

  /** What is done as another installation. */
  @FunctionalInterface
  interface Deed {
    void with(MachineBackend others) throws Exception;
  }

  /** Nothing but its port. */
  static BackendUnderCheck of(MachineBackend backend) {
    return () -> backend;
  }

  /** The backend as it is now; another object after {@link #restart}. */
  MachineBackend backend();

  /** Whether {@link #restart} can be called. */
  default boolean canRestart() {
    return false;
  }

  /** Stops the backend and starts it again, with what it keeps. No check runs beside that. */
  default void restart() throws IOException {
    throw new UnsupportedOperationException("This backend can't be restarted from here.");
  }

  /** Whether {@link #asAnotherInstallation} can be called. */
  default boolean hasOtherInstallations() {
    return false;
  }

  /**
   * Does something as another installation, with its own mark (M12). The backend may be restarted
   * for that. No check runs beside it.
   */
  default void asAnotherInstallation(Deed deed) throws Exception {
    throw new UnsupportedOperationException("There is no other installation here.");
  }
}

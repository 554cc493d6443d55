package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.machine.ForwardingBackend;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;

/** Passes every call on; what breaks a rule overrides one. */
class Passing extends ForwardingBackend {

  final MachineBackend to;

  Passing(MachineBackend to) {
    super(to);
    this.to = to;
  }

  /** Runs something that no check asked for. */
  final void runAside(MachineId machine, Generation generation, String line) {
    to.run(machine, generation, Broken.line(line), (b, o, l) -> {}, (b, o, l) -> {});
  }
}

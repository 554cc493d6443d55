/**
 * The conformance suite for backends: checks over the {@link
 * com.personalagentproxy.sandbox.machine.MachineBackend} port, each with a name and a sentence, and
 * what runs them and reports. Plain Java over the port, so that it checks any backend, on this
 * computer or behind an address. It leaves nothing behind at the backend.
 */
@NullMarked
package com.personalagentproxy.sandbox.backend.conformance;

import org.jspecify.annotations.NullMarked;

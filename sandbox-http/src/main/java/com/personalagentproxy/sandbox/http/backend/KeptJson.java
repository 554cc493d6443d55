package com.personalagentproxy.sandbox.http.backend;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A machine on the wire.
 *
 * @param generation the highest seen; absent where it isn't told to this installation
 * @param since when a call of that generation came first; likewise
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record KeptJson(String id, String condition, @Nullable Long generation, @Nullable String since) {

  static KeptJson of(Listed listed) {
    return new KeptJson(
        listed.machine().toString(),
        word(listed.condition()),
        listed.seen().number(),
        listed.since().toString());
  }

  /** What a move came to. */
  static KeptJson moved(MachineId machine, Condition condition, Generation generation) {
    return new KeptJson(machine.toString(), word(condition), generation.number(), null);
  }

  /** How the machine is that is there, with all that a list would tell of it. */
  static KeptJson found(MachineBackend machines, MachineId machine, Condition condition) {
    Optional<Listed> listed =
        machines.list(before(machine), 1).stream()
            .filter(each -> each.machine().equals(machine))
            .findAny();
    return listed
        .map(KeptJson::of)
        .orElseGet(() -> new KeptJson(machine.toString(), word(condition), null, null));
  }

  /** The id just before; absent before the first. */
  private static @Nullable MachineId before(MachineId machine) {
    long upper = machine.value().getMostSignificantBits();
    long lower = machine.value().getLeastSignificantBits();
    if (upper == 0 && lower == 0) {
      return null;
    }
    return new MachineId(new UUID(lower == 0 ? upper - 1 : upper, lower - 1));
  }

  private static String word(Condition condition) {
    return condition.name().toLowerCase(Locale.ROOT);
  }
}

package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A container's name, which is what fences it (M2): what is asked of a container is asked by its
 * name, so that a call of a generation that was overtaken doesn't find it any more.
 *
 * @param installation whose mark it bears (M12)
 * @param since when a call of that generation came first, in whole seconds
 * @param doomed whether its deletion has begun
 */
record MachineName(
    UUID installation, MachineId machine, Generation generation, Instant since, boolean doomed) {

  private static final String ID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";
  private static final Pattern FORM =
      Pattern.compile(
          "sandbox\\." + ID + "\\." + ID + "\\.([1-9][0-9]{0,18})\\.([0-9]{1,12})(\\.doomed)?");

  /** The name that one has until it is known to be the only one: each machine has just one such. */
  static String unborn(MachineId machine) {
    return "sandbox.unborn." + machine;
  }

  /** Empty for another's name, and for one that isn't born yet. */
  static Optional<MachineName> parse(String name) {
    Matcher parts = FORM.matcher(name);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new MachineName(
              UUID.fromString(parts.group(1)),
              new MachineId(UUID.fromString(parts.group(2))),
              new Generation(Long.parseLong(parts.group(3))),
              Instant.ofEpochSecond(Long.parseLong(parts.group(4))),
              parts.group(5) != null));
    } catch (NumberFormatException greaterThanAnyGeneration) {
      return Optional.empty();
    }
  }

  MachineName asDoomed() {
    return new MachineName(installation, machine, generation, since, true);
  }

  @Override
  public String toString() {
    return "sandbox.%s.%s.%d.%d%s"
        .formatted(
            installation,
            machine,
            generation.number(),
            since.getEpochSecond(),
            doomed ? ".doomed" : "");
  }
}

package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A container's name, which is what fences it (M2): what is asked of a container is asked by its
 * name, so that a call of a generation that was overtaken doesn't find it any more.
 *
 * @param installation whose mark it bears (M12)
 * @param since when a call of that generation came first, in whole seconds
 * @param course what the call of that generation meant for it
 */
record MachineName(
    UUID installation, MachineId machine, Generation generation, Instant since, Course course) {

  /** What is to become of a container. */
  enum Course {
    AWAKE(""),
    ASLEEP(".asleep"),
    /** The engine can't start it any more: another is to take its place. */
    STUCK(".stuck"),
    DOOMED(".doomed");

    private final String ending;

    Course(String ending) {
      this.ending = ending;
    }

    private static Course of(@Nullable String ending) {
      return Stream.of(values())
          .filter(course -> course.ending.equals(ending))
          .findFirst()
          .orElse(AWAKE);
    }
  }

  private static final String ID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";
  private static final Pattern FORM =
      Pattern.compile(
          "sandbox\\."
              + ID
              + "\\."
              + ID
              + "\\.([1-9][0-9]{0,18})\\.([0-9]{1,12})(\\.asleep|\\.stuck|\\.doomed)?");

  /** The name that one has until it is known to be the only one: each machine has just one such. */
  static String unborn(MachineId machine) {
    return "sandbox.unborn." + machine;
  }

  /** The name that one has until it takes the place of another, which can't be started any more. */
  static String mending(MachineId machine) {
    return "sandbox.mending." + machine;
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
              Course.of(parts.group(5))));
    } catch (NumberFormatException greaterThanAnyGeneration) {
      return Optional.empty();
    }
  }

  MachineName on(Course other) {
    return new MachineName(installation, machine, generation, since, other);
  }

  @Override
  public String toString() {
    return "sandbox.%s.%s.%d.%d%s"
        .formatted(
            installation, machine, generation.number(), since.getEpochSecond(), course.ending);
  }
}

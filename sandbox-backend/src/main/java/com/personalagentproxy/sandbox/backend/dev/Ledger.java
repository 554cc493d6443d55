package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What must be remembered of machines, also of those that were deleted, in a file each, written
 * durably; beside it, while a machine is awake, which processes were started for it.
 */
final class Ledger {

  /**
   * @param seen the highest generation seen (M2)
   * @param kept false once it was deleted
   * @param installation whose calls changed it last (M12); absent if none has since that is noted
   * @param since when this was written
   */
  record Entry(Generation seen, boolean kept, @Nullable UUID installation, Instant since) {}

  private static final String ENDING = ".properties";
  private static final String STARTED = ".started";

  /** Of servers whose processes have the {@link HomeTag#former} tag. */
  private static final String FORMERLY_STARTED = ".processes";

  private static final Duration KILL = Duration.ofSeconds(15);
  private static final Pattern TEXT =
      Pattern.compile(
          "generation=(\\d{1,19})\nkept=(true|false)\n"
              + "(?:installation=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\n)?");

  private final Path folder;
  private final UUID installation;

  /**
   * @param installation whose calls change the machines, where nothing else is said
   */
  Ledger(Path folder, UUID installation) {
    this.folder = folder;
    this.installation = installation;
  }

  /** The machines that there are entries for, readable or not. */
  List<MachineId> machines() throws IOException {
    Files.createDirectories(folder);
    List<MachineId> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files.forEach(file -> idOf(file).ifPresent(found::add));
    }
    return found;
  }

  /** Empty if the entry can't be understood. */
  Optional<Entry> read(MachineId machine) throws IOException {
    String text = new String(Files.readAllBytes(file(machine)), StandardCharsets.ISO_8859_1);
    Matcher matcher = TEXT.matcher(text);
    Optional<Generation> seen = matcher.matches() ? generation(matcher.group(1)) : Optional.empty();
    if (seen.isEmpty()) {
      return Optional.empty();
    }
    String marked = matcher.group(3);
    return Optional.of(
        new Entry(
            seen.get(),
            Boolean.parseBoolean(matcher.group(2)),
            marked == null ? null : UUID.fromString(marked),
            written(machine)));
  }

  private static Optional<Generation> generation(String digits) {
    try {
      return Optional.of(new Generation(Long.parseLong(digits)));
    } catch (IllegalArgumentException belowOrBeyondAny) {
      return Optional.empty();
    }
  }

  /** The installation that the folder was opened for. */
  UUID installation() {
    return installation;
  }

  /** Writes it down as that installation's. */
  Entry write(MachineId machine, Generation seen, boolean kept, UUID by) throws IOException {
    DurableFile.write(
        file(machine),
        "generation=%s\nkept=%s\ninstallation=%s\n".formatted(seen.number(), kept, by));
    return new Entry(seen, kept, by, written(machine));
  }

  private Instant written(MachineId machine) throws IOException {
    return Files.getLastModifiedTime(file(machine)).toInstant();
  }

  /** Whether a server that gave its processes the former tag was killed while they ran. */
  boolean hasFormerlyStarted() throws IOException {
    Files.createDirectories(folder);
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(file -> file.toString().endsWith(FORMERLY_STARTED));
    }
  }

  /** The processes that were started for a machine and not known to have ended. */
  private static Started started(Path file) throws IOException {
    if (!Files.exists(file)) {
      return new Started(List.of());
    }
    return Started.parse(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
        .orElseThrow(
            () ->
                new Trouble(
                    "What is written in %s isn't understood. End the machine's processes by hand, and remove the file."
                        .formatted(file)));
  }

  void write(MachineId machine, Started started) throws IOException {
    DurableFile.write(folder.resolve(machine + STARTED), started.text());
  }

  /**
   * Ends what was started for the machine and still runs.
   *
   * @throws IOException if something can't be ended
   */
  void endStarted(MachineId machine) throws IOException {
    for (String ending : List.of(STARTED, FORMERLY_STARTED)) {
      Path file = folder.resolve(machine + ending);
      if (!started(file).kill(KILL)) {
        throw new Trouble(
            "Some of the machine's processes can't be ended. Try again, or end them by hand.");
      }
      Files.deleteIfExists(file);
    }
  }

  Path file(MachineId machine) {
    return folder.resolve(machine + ENDING);
  }

  private static Optional<MachineId> idOf(Path file) {
    String name = file.getFileName().toString();
    if (!name.endsWith(ENDING)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new MachineId(UUID.fromString(name.substring(0, name.length() - ENDING.length()))));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }
}

package com.personalagentproxy.sandbox.http.files;

import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.Problem;
import com.personalagentproxy.sandbox.http.ProblemException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What keeps a file from being fetched or brought, by what the sandbox's programs say of it. */
enum FileTrouble {
  MISSING_FOLDER(
      ErrorKind.CONFLICT,
      "There is no folder for %s in the sandbox. Make it first, or ask for folders to be made.",
      "No such folder"),
  MISSING(
      ErrorKind.NOT_FOUND,
      "There is no %s in the sandbox. List the folder to see what there is.",
      "No such file or directory",
      "Not a directory"),
  NOT_PERMITTED(
      ErrorKind.FORBIDDEN,
      "The sandbox's user has no permission for %s. Change its mode by a command, or choose another"
          + " place.",
      "Permission denied",
      "Operation not permitted",
      "Read-only file system"),
  A_FOLDER(
      ErrorKind.CONFLICT,
      "%s is a folder. Put a slash at its end to list it, or name a file in it.",
      "Is a directory"),
  NO_FILE(
      ErrorKind.CONFLICT,
      "%s is no file that can be read to an end. Only files and folders can be fetched.",
      "Is no regular file"),
  NO_SPACE(
      ErrorKind.NO_SPACE,
      "The sandbox's disk is full, so %s was not written. Make room in it, then try again.",
      "No space left on device",
      "uota exceeded",
      "File too large"),
  NAME_TOO_LONG(
      ErrorKind.VALIDATION_ERROR,
      "The name %s is longer than a file's can be there. Choose a shorter one.",
      "ile name too long",
      "ilename too long",
      "Too many levels of symbolic links",
      "Symbolic link loop"),
  WENT_AWAY(
      ErrorKind.CONFLICT,
      "What was brought of %s until now was changed or removed in the sandbox meanwhile, so it was"
          + " given up. Send it again.",
      "Went away");

  private final ErrorKind kind;
  private final String sentence;

  @SuppressWarnings("ImmutableEnumChecker") // List.of gives one that can't be changed.
  private final List<String> signs;

  FileTrouble(ErrorKind kind, String sentence, String... signs) {
    this.kind = kind;
    this.sentence = sentence;
    this.signs = List.of(signs);
  }

  /** What a script's error comes to. */
  static ProblemException of(String error, MachinePath path) {
    return Arrays.stream(values())
        .filter(each -> each.signs.stream().anyMatch(error::contains))
        .findFirst()
        .map(each -> each.told(path))
        .orElseGet(() -> failed(error));
  }

  /** Something that the sandbox's shell doesn't manage. */
  static ProblemException failed(String why) {
    return new ProblemException(
        ErrorKind.PROVIDER_UNREACHABLE,
        "The sandbox's shell could not do it: %s. Look with a command whether sh, dd, stat, base64, find and mv work there."
            .formatted(Words.quoted(why.strip())));
  }

  /** What an end that is none of the script's own comes to. */
  static ProblemException of(Outcome outcome) {
    if (outcome instanceof Outcome.TimedOut) {
      return new ProblemException(
          ErrorKind.PROVIDER_UNREACHABLE,
          "The sandbox took too long for this part of the file, and it was given up. Try again when"
              + " less runs there.");
    }
    if (outcome instanceof Outcome.Lost lost) {
      return new ProblemException(
          ErrorKind.PROVIDER_UNREACHABLE,
          "The sandbox went away meanwhile: %s Look at it, then try again.".formatted(lost.why()));
    }
    if (outcome instanceof Outcome.CouldNotStart not) {
      return failed(not.why());
    }
    return failed("it ended without an answer");
  }

  /** The file changed while it was fetched, so that its parts don't belong together. */
  static ProblemException changed(MachinePath path) {
    return new ProblemException(
        ErrorKind.CONFLICT,
        "%s was changed while it was fetched. Fetch it again.".formatted(path.shown()));
  }

  private ProblemException told(MachinePath path) {
    String told = sentence.formatted(path.shown());
    return new ProblemException(new Problem(kind, told, Map.of("path", path.text())));
  }
}

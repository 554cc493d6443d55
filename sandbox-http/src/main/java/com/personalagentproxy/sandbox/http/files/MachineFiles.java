package com.personalagentproxy.sandbox.http.files;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.http.Problem;
import com.personalagentproxy.sandbox.http.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of one sandbox. Each call is one command of the sandbox's shell or several, so they may
 * be refused as commands are: with a {@link ProblemException}, as is every other trouble, whose
 * sentence is for whoever asked. Memory is bounded by the size of a part, whatever a file's is.
 * Safe for use by many threads.
 */
public final class MachineFiles {

  /** Its size, its inode, its mode and when it was changed. */
  private static final Pattern STAMP = Pattern.compile("[0-9]{1,18} [0-9]+ [0-7]+ \\S.*");

  private static final int MOST_BESIDE = 64 * 1024;

  private final MachineShell shell;

  public MachineFiles(MachineShell shell) {
    this.shell = shell;
  }

  /** Opens a file to read it; links are followed. */
  public OpenFile open(MachinePath path) {
    return new OpenFile(this, path, part(path, 0));
  }

  /** Lists a folder; at most some ten thousand things of it. */
  public FolderList list(MachinePath path) {
    String mark = mark();
    ScriptAnswer answer =
        run(ShellScript.list(mark, path), mark, null, ShellScript.LONGEST_LIST + MOST_BESIDE, path);
    return FolderLines.read(answer.body(), mark, path, !answer.isWhole());
  }

  /**
   * What was written.
   *
   * @param hasReplaced whether there was a file of that name before
   */
  public record Written(long size, boolean hasReplaced) {}

  /**
   * Writes a file whole: beside its place first, and there at once at the end. When it fails, or
   * the content can't be read to its end, all is as it was. A file that was there keeps its mode; a
   * link is followed.
   *
   * @param makeFolders whether folders on the way are made where they are missing
   * @throws IOException if the content can't be read
   */
  public Written write(MachinePath path, InputStream content, boolean makeFolders)
      throws IOException {
    Upload upload = new Upload(this, path, makeFolders);
    try {
      byte[] part = content.readNBytes(ShellScript.WRITE_PART);
      while (part.length == ShellScript.WRITE_PART) {
        byte[] next = content.readNBytes(ShellScript.WRITE_PART);
        upload.add(part, next.length == 0);
        if (next.length == 0) {
          return upload.written();
        }
        part = next;
      }
      upload.add(part, true);
      return upload.written();
    } catch (IOException | RuntimeException broken) {
      upload.abandon();
      throw broken;
    }
  }

  /** A part of a file, and how the file was before and after it was read. */
  OpenFile.Part part(MachinePath path, long number) {
    String mark = mark();
    ScriptAnswer answer =
        run(
            ShellScript.read(mark, path, number),
            mark,
            null,
            ShellScript.READ_PART + MOST_BESIDE,
            path);
    if (!STAMP.matcher(answer.told()).matches()) {
      throw FileTrouble.failed("stat doesn't tell how the file is");
    }
    if (!answer.isWhole() || !isSame(answer.told(), answer.ending())) {
      throw FileTrouble.changed(path);
    }
    return new OpenFile.Part(answer.told(), answer.body());
  }

  /** Files that the kernel makes up have no size, and are new each time they are looked at. */
  private static boolean isSame(String before, String after) {
    return before.equals(after) || (before.startsWith("0 ") && after.startsWith("0 "));
  }

  ScriptAnswer bring(
      String mark, ShellScript.Brought part, byte[] bytes, MachinePath named, boolean makeFolders) {
    return run(
        ShellScript.bring(mark, part, makeFolders),
        mark,
        bytes.length == 0 ? null : Base64.getEncoder().encodeToString(bytes),
        MOST_BESIDE,
        named);
  }

  void abandon(String mark, MachinePath path) {
    run(ShellScript.abandon(mark, path), mark, null, MOST_BESIDE, path);
  }

  /** By which a script's own output is known; nobody can guess it. */
  static String mark() {
    return UUID.randomUUID().toString();
  }

  private ScriptAnswer run(
      String script, String mark, @Nullable String stdin, int most, MachinePath path) {
    Printed printed = new Printed(most);
    Follower follower = new Follower(printed, (buffer, offset, length) -> {});
    Answer<CommandResult> ran = shell.run(script, stdin, follower);
    if (ran instanceof Answer.Refused<CommandResult> refused) {
      throw new ProblemException(Problem.of(refused.refusal()));
    }
    CommandResult result = ran.orElseThrow();
    ScriptAnswer answer = ScriptAnswer.of(printed.bytes(), mark);
    if (answer.isThere() && answer.word().equals("error")) {
      throw FileTrouble.of(answer.toldToTheEnd(), path);
    }
    if (!(result.outcome() instanceof Outcome.Exited)) {
      throw FileTrouble.of(result.outcome());
    }
    if (follower.isBehind()) {
      throw FileTrouble.failed("not all of its output came through");
    }
    if (!answer.isThere()) {
      String said = result.stderr().head();
      throw FileTrouble.failed(said.isBlank() ? "it ended without an answer" : said);
    }
    return answer;
  }
}

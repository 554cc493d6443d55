package com.personalagentproxy.sandbox.http.files;

import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.http.ProblemException;
import java.nio.charset.StandardCharsets;

/** A file that is being brought, part by part. Used by one thread. */
final class Upload {

  private final MachineFiles files;
  private final boolean makeFolders;
  private final String mark = MachineFiles.mark();
  private final MachinePath named;
  private MachinePath path;
  private boolean isBegun;
  private boolean hasReplaced;
  private long size;

  Upload(MachineFiles files, MachinePath path, boolean makeFolders) {
    this.files = files;
    this.named = path;
    this.path = path;
    this.makeFolders = makeFolders;
  }

  /** Brings the next part. */
  void add(byte[] bytes, boolean isLast) {
    boolean isFirst = !isBegun;
    isBegun = true;
    ScriptAnswer answer =
        files.bring(
            mark,
            new ShellScript.Brought(path, size, bytes.length, isFirst, isLast),
            bytes,
            named,
            makeFolders);
    if (!answer.isWhole()) {
      throw FileTrouble.failed("it ended without an answer");
    }
    if (isFirst) {
      path = new MachinePath(new String(answer.body(), StandardCharsets.UTF_8));
    }
    hasReplaced = answer.told().equals("replaced");
    size += bytes.length;
  }

  MachineFiles.Written written() {
    return new MachineFiles.Written(size, hasReplaced);
  }

  /** Clears what was brought, if that can be done at all; the next upload there clears it else. */
  void abandon() {
    if (isBegun) {
      try {
        files.abandon(mark, path);
      } catch (ProblemException | StorageException cannot) {
        // What went wrong before is what its caller is told.
      }
    }
  }
}

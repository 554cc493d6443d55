package com.personalagentproxy.sandbox.http.files;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A file as it was when it was opened. Only its first part is kept here; the others are fetched as
 * they are asked for. Used by one thread.
 */
public final class OpenFile {

  private final MachineFiles files;
  private final MachinePath path;
  private final Part first;
  private final long size;

  /**
   * A part of a file.
   *
   * @param stamp how the file was: its size, and what else tells when it changed
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Part(String stamp, byte[] bytes) {}

  OpenFile(MachineFiles files, MachinePath path, Part first) {
    this.files = files;
    this.path = path;
    this.first = first;
    long told = Long.parseLong(first.stamp().substring(0, first.stamp().indexOf(' ')));
    // The kernel tells no size for files that it makes up as they are read.
    this.size = told == 0 ? first.bytes().length : told;
    if (told == 0 && size == ShellScript.READ_PART) {
      throw FileTrouble.of("Is no regular file", path);
    }
  }

  /** In bytes. */
  public long size() {
    return size;
  }

  /** Is another when the file has changed. */
  public String stamp() {
    return first.stamp();
  }

  /**
   * Writes a range of its bytes.
   *
   * @param from the first byte, counted from 0
   * @param to the byte after the last
   * @throws com.personalagentproxy.sandbox.http.ProblemException if it can't be read any more, or
   *     was changed: what was written until then is right
   * @throws IOException if writing fails
   */
  public void write(long from, long to, OutputStream out) throws IOException {
    for (long at = from; at < to; ) {
      long number = at / ShellScript.READ_PART;
      long begins = number * ShellScript.READ_PART;
      long ends = Math.min(size, begins + ShellScript.READ_PART);
      byte[] bytes = number == 0 ? first.bytes() : part(number);
      if (bytes.length != ends - begins) {
        throw FileTrouble.changed(path);
      }
      int length = (int) (Math.min(to, ends) - at);
      out.write(bytes, (int) (at - begins), length);
      at += length;
    }
  }

  private byte[] part(long number) {
    Part part = files.part(path, number);
    if (!part.stamp().equals(first.stamp())) {
      throw FileTrouble.changed(path);
    }
    return part.bytes();
  }
}

package com.personalagentproxy.sandbox.http.files;

import com.personalagentproxy.sandbox.command.OutputSink;
import java.io.ByteArrayOutputStream;

/** The beginning of what a command prints, up to a bound; the rest is dropped. */
final class Printed implements OutputSink {

  private final int most;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  Printed(int most) {
    this.most = most;
  }

  @Override
  public synchronized void accept(byte[] buffer, int offset, int length) {
    bytes.write(buffer, offset, Math.min(length, most - bytes.size()));
  }

  synchronized byte[] bytes() {
    return bytes.toByteArray();
  }
}

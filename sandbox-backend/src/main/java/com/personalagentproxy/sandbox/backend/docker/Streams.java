package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.transport.DockerHttpClient;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The streams of an exec, on a connection of its own: closing it ends also a wait for the engine's
 * answer, which nothing else does, and an answer that comes after that is closed as well. Safe for
 * use by many threads.
 */
final class Streams implements Closeable {

  private final DockerHttpClient http;
  private DockerHttpClient.@Nullable Response answer;
  private boolean closed;

  /**
   * @param http closed with it
   */
  Streams(DockerHttpClient http) {
    this.http = http;
  }

  /** Asks for them, and comes back when they are there, or it was closed meanwhile. */
  void open(DockerHttpClient.Request request) {
    DockerHttpClient.Response came = http.execute(request);
    synchronized (this) {
      if (!closed) {
        answer = came;
        return;
      }
    }
    came.close();
  }

  /**
   * What the exec prints.
   *
   * @throws IOException if it isn't open
   */
  InputStream printed() throws IOException {
    DockerHttpClient.Response opened;
    synchronized (this) {
      opened = closed ? null : answer;
    }
    if (opened == null) {
      throw new IOException("The exec's streams are closed.");
    }
    return opened.getBody();
  }

  /** Closing a connection that was cut already says so; nobody wants to know. */
  @Override
  public void close() {
    DockerHttpClient.Response opened;
    synchronized (this) {
      closed = true;
      opened = answer;
      answer = null;
    }
    try (http) {
      if (opened != null) {
        opened.close();
      }
    } catch (IOException | RuntimeException cut) {
      // Closed it is.
    }
  }
}

package com.personalagentproxy.sandbox.backend.protocol;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A service on a socket, which answers each request byte by byte as its script says. */
final class ScriptedService implements Closeable {

  /** What came, read whole. */
  record Request(String method, String path, Map<String, String> headers, String body) {

    boolean isFor(String wantedMethod, String pathEnd) {
      return method.equals(wantedMethod) && path.endsWith(pathEnd);
    }
  }

  /** What is done for a request. */
  @FunctionalInterface
  interface Script {
    void answer(Request request, Line line) throws IOException;
  }

  /** The connection that a request came by. */
  record Line(Socket socket) {

    Line send(String text) throws IOException {
      return send(text.getBytes(StandardCharsets.UTF_8));
    }

    Line send(byte[] bytes) throws IOException {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      return this;
    }

    void cut() throws IOException {
      socket.close();
    }

    /** Comes back when the caller has closed its side; false if it doesn't within ten seconds. */
    boolean awaitGone() throws IOException {
      socket.setSoTimeout(10_000);
      try {
        return socket.getInputStream().read() < 0;
      } catch (SocketTimeoutException stays) {
        return false;
      } catch (IOException reset) {
        return true;
      }
    }
  }

  private final ServerSocket listening;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile Script script;
  private volatile boolean isClosed;

  ScriptedService(Script script) {
    this(0, script);
  }

  ScriptedService(int port, Script script) {
    this.script = script;
    try {
      listening = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    start(this::accept);
  }

  void script(Script next) {
    script = next;
  }

  int port() {
    return listening.getLocalPort();
  }

  ServiceAddress address() {
    return ServiceAddress.of("http://127.0.0.1:" + port()).orElseThrow();
  }

  List<Request> requests() {
    return requests;
  }

  int connections() {
    return accepted.get();
  }

  /** An answer that is whole. */
  static String answer(String status, String type, String body) {
    return "HTTP/1.1 %s\r\nDate: Mon, 05 Jan 2026 10:00:00 GMT\r\nContent-Type: %s\r\nContent-Length: %s\r\n\r\n%s"
        .formatted(status, type, body.getBytes(StandardCharsets.UTF_8).length, body);
  }

  static String json(String status, String body) {
    return answer(status, "application/json", body);
  }

  /** The head of an answer whose body comes in chunks. */
  static String streamHead() {
    return "HTTP/1.1 200 OK\r\nDate: Mon, 05 Jan 2026 10:00:00 GMT\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";
  }

  static String chunk(String text) {
    return Integer.toHexString(text.getBytes(StandardCharsets.UTF_8).length)
        + "\r\n"
        + text
        + "\r\n";
  }

  static String lastChunk() {
    return "0\r\n\r\n";
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        accepted.incrementAndGet();
        connections.add(socket);
        if (isClosed) {
          // Let in while the door was closing.
          socket.close();
          return;
        }
        start(() -> serve(socket));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (Request request = read(in); request != null; request = read(in)) {
        requests.add(request);
        script.answer(request, new Line(socket));
        if (socket.isClosed()) {
          return;
        }
      }
    } catch (IOException gone) {
      // So is the test, or the caller.
    } finally {
      connections.remove(socket);
    }
  }

  private static @Nullable Request read(InputStream in) throws IOException {
    String first = line(in);
    if (first == null || first.isEmpty()) {
      return null;
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    String[] words = first.split(" ", -1);
    return new Request(words[0], words[1], headers, body);
  }

  private static @Nullable String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        return null;
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "scripted service");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    isClosed = true;
    try {
      listening.close();
      for (Socket each : connections) {
        each.close();
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}

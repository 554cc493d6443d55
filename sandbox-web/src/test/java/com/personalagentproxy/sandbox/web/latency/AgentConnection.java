package com.personalagentproxy.sandbox.web.latency;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One connection of an agent's, kept open: sends a request and reads its answer, and does so little
 * beside that that what is measured is the server. Used by one thread.
 */
final class AgentConnection implements Closeable {

  private static final Pattern CONTENT_LENGTH =
      Pattern.compile("\r\ncontent-length: *(\\d+)", Pattern.CASE_INSENSITIVE);

  private final Socket socket;
  private final InputStream in;
  private final String head;

  AgentConnection(URI server, String path, String token) throws IOException {
    socket = new Socket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    head =
        "POST %s HTTP/1.1\r\nHost: %s:%s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nUser-Agent: door/1\r\n"
            .formatted(path, server.getHost(), server.getPort(), token);
  }

  /** The call of a tool, as it goes over the wire. */
  static String call(String tool, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}"
        .formatted(tool, arguments);
  }

  /**
   * The body of the answer, whose status is 200.
   *
   * @throws IOException if it is another, or none
   */
  String ask(String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String request = head + "Content-Length: " + bytes.length + "\r\n\r\n" + body;
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    String answered = head();
    String answer = body(answered);
    if (!answered.startsWith("HTTP/1.1 200 ")) {
      throw new IOException(answered + answer);
    }
    return answer;
  }

  private String body(String answered) throws IOException {
    Matcher length = CONTENT_LENGTH.matcher(answered);
    if (length.find()) {
      return new String(in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.UTF_8);
    }
    StringBuilder all = new StringBuilder();
    while (true) {
      int size = Integer.parseInt(line().strip(), 16);
      all.append(new String(in.readNBytes(size), StandardCharsets.UTF_8));
      line();
      if (size == 0) {
        return all.toString();
      }
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    int next = in.read();
    for (; next >= 0 && next != '\n'; next = in.read()) {
      line.append((char) next);
    }
    if (next < 0) {
      throw new IOException("The connection was closed.");
    }
    return line.append('\n').toString();
  }

  private String head() throws IOException {
    StringBuilder head = new StringBuilder();
    String line = line();
    for (; !line.equals("\r\n"); line = line()) {
      head.append(line);
    }
    return head.append(line).toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

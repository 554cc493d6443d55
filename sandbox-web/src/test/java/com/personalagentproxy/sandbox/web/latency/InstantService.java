package com.personalagentproxy.sandbox.web.latency;

import com.personalagentproxy.sandbox.backend.protocol.ServiceAddress;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.VirtualThreads;
import org.jspecify.annotations.Nullable;

/**
 * A service that speaks the backend protocol, costs next to nothing, and runs no commands: {@code
 * true} has ended at once, {@code sleep N} after so many seconds, and {@code clock N} prints the
 * time of its {@link System#nanoTime} after so many milliseconds and has ended then. It keeps no
 * machines: each is as its last call would have it.
 */
final class InstantService implements Closeable {

  private static final Pattern CONTENT_LENGTH =
      Pattern.compile("\r\ncontent-length: *(\\d+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern GENERATION = Pattern.compile("\"generation\":(\\d+)");
  private static final Pattern COMMAND = Pattern.compile("\"command\":\"(\\w+)(?: (\\d+))?\"");
  private static final int LARGEST_HEAD = 16 * 1024;
  private static final int SIGN_OF_LIFE = 5;

  private final ServerSocket listening;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostRunning = new AtomicInteger();
  private final Executor threads = threads();

  private InstantService(ServerSocket listening) {
    this.listening = listening;
  }

  static InstantService start() throws IOException {
    InstantService service =
        new InstantService(new ServerSocket(0, 4096, InetAddress.getLoopbackAddress()));
    Thread accepting = new Thread(service::accept, "accepting");
    accepting.setDaemon(true);
    accepting.start();
    return service;
  }

  /**
   * Runs until it is killed.
   *
   * @param arguments the file to write its address to
   */
  public static void main(String[] arguments) throws Exception {
    InstantService service = start();
    Path told = Path.of(arguments[0]);
    Path written = told.resolveSibling(told.getFileName() + ".new");
    Files.writeString(written, service.address().base().toString());
    Files.move(written, told);
    Thread.currentThread().join();
  }

  ServiceAddress address() {
    return new ServiceAddress(URI.create("http://127.0.0.1:" + listening.getLocalPort()));
  }

  /** How many connections it was ever sent. */
  int accepted() {
    return accepted.get();
  }

  private static Executor threads() {
    @Nullable Executor virtual = VirtualThreads.getNamedVirtualThreadsExecutor("connection-");
    return virtual != null
        ? virtual
        : Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "connection");
              thread.setDaemon(true);
              return thread;
            });
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        accepted.incrementAndGet();
        open.add(socket);
        threads.execute(() -> serve(socket));
      }
    } catch (IOException closed) {
      // As it is meant to be.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      for (String head = head(in); !head.isEmpty(); head = head(in)) {
        Matcher length = CONTENT_LENGTH.matcher(head);
        String body =
            length.find()
                ? new String(
                    in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.UTF_8)
                : "";
        answer(head.substring(0, head.indexOf("\r\n")), body, out);
      }
    } catch (IOException gone) {
      // So is its caller.
    } finally {
      open.remove(socket);
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    for (int next = in.read(); next >= 0 && head.length() < LARGEST_HEAD; next = in.read()) {
      head.append((char) next);
      if (next == '\n' && head.indexOf("\r\n\r\n", head.length() - 4) >= 0) {
        return head.toString();
      }
    }
    return "";
  }

  private void answer(String request, String body, OutputStream out) throws IOException {
    String path = request.split(" ", -1)[1];
    if (path.equals("/most-running")) {
      whole(out, 200, "{\"most\":%s}".formatted(mostRunning.get()));
    } else if (path.equals("/")) {
      whole(
          out,
          200,
          "{\"protocol\":1,\"isolation\":\"none\",\"description\":\"It runs nothing.\",\"gaps\":[]}");
    } else if (path.endsWith("/exec")) {
      run(body, out);
    } else if (request.startsWith("DELETE")) {
      whole(out, 204, "");
    } else if (path.startsWith("/machines?")) {
      whole(out, 200, "{\"machines\":[]}");
    } else {
      Matcher generation = GENERATION.matcher(body);
      whole(
          out,
          200,
          "{\"id\":\"%s\",\"condition\":\"%s\",\"generation\":%s}"
              .formatted(
                  path.split("/", -1)[2],
                  path.endsWith("/sleep") ? "asleep" : "awake",
                  generation.find() ? generation.group(1) : "1"));
    }
  }

  private void run(String body, OutputStream out) throws IOException {
    Matcher command = COMMAND.matcher(body);
    String program = command.find() ? command.group(1) : "";
    long number =
        program.isEmpty() || command.group(2) == null ? 0 : Long.parseLong(command.group(2));
    int now = running.incrementAndGet();
    mostRunning.accumulateAndGet(now, Math::max);
    try {
      switch (program) {
        case "sleep" -> {
          begin(out);
          sleep(number, out);
          end(out, "");
        }
        case "clock" -> {
          begin(out);
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(number));
          chunk(out, printed(String.valueOf(System.nanoTime())));
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(number));
          end(out, "");
        }
        default -> end(out, HEAD.formatted(date()));
      }
    } finally {
      running.decrementAndGet();
    }
  }

  private static void sleep(long seconds, OutputStream out) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(Math.min(left, TimeUnit.SECONDS.toNanos(SIGN_OF_LIFE)));
      chunk(out, "{}\n");
    }
  }

  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nDate: %s\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";

  private static void begin(OutputStream out) throws IOException {
    write(out, HEAD.formatted(date()));
  }

  private static void end(OutputStream out, String before) throws IOException {
    String outcome = "{\"outcome\":{\"kind\":\"exited\",\"code\":0}}\n";
    write(out, before + chunked(outcome) + "0\r\n\r\n");
  }

  private static String printed(String text) {
    return "{\"stdout\":\"%s\"}\n"
        .formatted(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII)));
  }

  private static void chunk(OutputStream out, String text) throws IOException {
    write(out, chunked(text));
  }

  private static String chunked(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  private static void whole(OutputStream out, int status, String body) throws IOException {
    write(
        out,
        "HTTP/1.1 %s OK\r\nDate: %s\r\nContent-Type: application/json\r\n%s\r\n%s"
            .formatted(
                status,
                date(),
                status == 204 ? "" : "Content-Length: %s\r\n".formatted(body.length()),
                body));
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String date() {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket each : open) {
      each.close();
    }
  }
}

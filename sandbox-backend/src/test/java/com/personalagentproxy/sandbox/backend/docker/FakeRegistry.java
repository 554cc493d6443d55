package com.personalagentproxy.sandbox.backend.docker;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A registry with one image, as Docker's own speak (version 2). It has no TLS: engines do without
 * on the computer they run on, once their first try is cut off. It can be held up, and be told to
 * refuse.
 */
final class FakeRegistry implements Closeable {

  private static final int TLS_HANDSHAKE = 0x16;
  private static final String NAME = "/sandbox-test-pulled";
  private static final String TAG = "1";

  /** A request, of which it wants to know no more. */
  private record Asked(String method, String path, String password) {}

  private static final class Answer {

    private final int status;
    private final String type;
    private final byte[] body;

    Answer(int status, String type, byte[] body) {
      this.status = status;
      this.type = type;
      this.body = body;
    }
  }

  private final SmallImage image;
  private final ServerSocket server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger pulls = new AtomicInteger();
  private volatile String password = "";
  private volatile @Nullable Answer onManifest;
  private volatile @Nullable Answer onLayer;
  private volatile @Nullable Hold manifestHold;
  private volatile @Nullable Hold layerHold;

  FakeRegistry(SmallImage image) throws IOException {
    this.image = image;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::listen);
  }

  /** What engines call its image. */
  String imageName() {
    return host() + NAME + ":" + TAG;
  }

  String host() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  /** How many pulls it has seen: each begins by asking what it speaks. */
  int pulls() {
    return pulls.get();
  }

  /** From now on it wants a password from everybody, and any name before it. */
  void wantsPassword(String secret) {
    password = secret;
  }

  /** From now on it doesn't say what the image is made of. */
  void refuses(int status, String code, String message) {
    onManifest = refusal(status, code, message);
  }

  /** From now on it says what the image is made of, and then doesn't give that away. */
  void refusesTheLayer(int status, String code, String message) {
    onLayer = refusal(status, code, message);
  }

  /** From now on it gives all again. */
  void relents() {
    onManifest = null;
    onLayer = null;
  }

  /** The next who asks what the image is made of is kept waiting. */
  Hold holdsManifest() {
    Hold hold = new Hold();
    manifestHold = hold;
    return hold;
  }

  /** The next who asks for the layer gets half of it, and is kept waiting for the other. */
  Hold holdsLayer() {
    Hold hold = new Hold();
    layerHold = hold;
    return hold;
  }

  @Override
  public void close() throws IOException {
    server.close();
    threads.shutdownNow();
  }

  private void listen() {
    try {
      while (true) {
        Socket caller = server.accept();
        threads.execute(() -> serve(caller));
      }
    } catch (IOException closed) {
      // Nobody calls any more.
    }
  }

  private void serve(Socket caller) {
    try (caller) {
      PushbackInputStream input = new PushbackInputStream(caller.getInputStream());
      int first = input.read();
      if (first >= 0 && first != TLS_HANDSHAKE) {
        input.unread(first);
        answer(asked(input), caller.getOutputStream());
      }
    } catch (IOException cut) {
      // By an engine that has given up.
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private static Asked asked(PushbackInputStream input) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(input, StandardCharsets.US_ASCII));
    String[] request = String.valueOf(lines.readLine()).split(" ", 3);
    String password = "";
    for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
      if (line.regionMatches(true, 0, "Authorization: Basic ", 0, 21)) {
        String login =
            new String(Base64.getDecoder().decode(line.substring(21)), StandardCharsets.UTF_8);
        password = login.substring(login.indexOf(':') + 1);
      }
    }
    return new Asked(request[0], request[1], password);
  }

  private void answer(Asked asked, OutputStream output) throws IOException, InterruptedException {
    if (asked.path().equals("/v2/")) {
      pulls.incrementAndGet();
    }
    Answer answer = answer(asked);
    String head =
        "HTTP/1.1 %d Said\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\nWWW-Authenticate: Basic realm=\"test\"\r\n\r\n"
            .formatted(answer.status, answer.type, answer.body.length);
    output.write(head.getBytes(StandardCharsets.US_ASCII));
    int sent = 0;
    Hold hold = layerHold;
    if (hold != null && answer.status == 200 && asked.path().endsWith(image.layerDigest())) {
      layerHold = null;
      sent = answer.body.length / 2;
      output.write(answer.body, 0, sent);
      output.flush();
      hold.await();
    }
    if (!asked.method().equals("HEAD")) {
      output.write(answer.body, sent, answer.body.length - sent);
    }
  }

  private Answer answer(Asked asked) throws InterruptedException {
    String path = asked.path();
    if (!asked.password().equals(password)) {
      return refusal(401, "UNAUTHORIZED", "authentication required");
    }
    if (path.equals("/v2/")) {
      return new Answer(200, "application/json", "{}".getBytes(StandardCharsets.US_ASCII));
    }
    if (path.contains("/manifests/")) {
      Hold hold = manifestHold;
      if (hold != null) {
        manifestHold = null;
        hold.await();
      }
      Answer refusal = onManifest;
      return refusal == null
          ? new Answer(200, SmallImage.MANIFEST_TYPE, image.manifest())
          : refusal;
    }
    if (path.endsWith(image.configDigest())) {
      return new Answer(200, "application/octet-stream", image.config());
    }
    if (path.endsWith(image.layerDigest())) {
      Answer refusal = onLayer;
      return refusal == null ? new Answer(200, "application/octet-stream", image.layer()) : refusal;
    }
    return refusal(404, "UNSUPPORTED", "nothing is there");
  }

  private static Answer refusal(int status, String code, String message) {
    String body = "{\"errors\":[{\"code\":\"%s\",\"message\":\"%s\"}]}".formatted(code, message);
    return new Answer(status, "application/json", body.getBytes(StandardCharsets.UTF_8));
  }
}

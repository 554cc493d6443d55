package com.personalagentproxy.sandbox.web.documentation.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** nginx with the site that a page shows, before a server on this computer. */
final class Nginx implements AutoCloseable {

  static final String SITE = "https://sandboxes.example.com";

  private static final String NAME = "sandboxes.example.com";

  private final Path folder;
  private final Process process;
  private final int port;
  private final String curl;

  /**
   * Starts it.
   *
   * @param site as it is shown; ports, certificate and folders become those that there are here
   * @param server the port that the server listens on
   */
  Nginx(Path folder, String site, int server) throws IOException, InterruptedException {
    this.folder = folder;
    this.port = freePort();
    String nginx = Tool.named("nginx", "-v");
    curl = Tool.named("curl", "--version");
    String unused =
        Tool.run(
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "1",
            "-subj",
            "/CN=" + NAME,
            "-addext",
            "subjectAltName=DNS:" + NAME,
            "-keyout",
            folder.resolve("key").toString(),
            "-out",
            folder.resolve("cert").toString());
    Path file =
        Files.writeString(
            folder.resolve("nginx.conf"),
            """
            pid %1$s/pid;
            error_log %1$s/errors;
            daemon off;
            %2$s
            events {}
            http {
              access_log off;
              client_body_temp_path %1$s/body;
              proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi;
              scgi_temp_path %1$s/scgi;
              %3$s
            }
            """
                .formatted(
                    folder,
                    // Its workers would be a user that may not look into this folder.
                    "root".equals(System.getProperty("user.name")) ? "user root;" : "",
                    site.replace("listen 443 ssl;", "listen 127.0.0.1:%d ssl;".formatted(port))
                        .replace("127.0.0.1:7263", "127.0.0.1:" + server)
                        .replaceAll(
                            "ssl_certificate +\\S+;",
                            "ssl_certificate " + folder.resolve("cert") + ";")
                        .replaceAll(
                            "ssl_certificate_key +\\S+;",
                            "ssl_certificate_key " + folder.resolve("key") + ";")));
    process =
        new ProcessBuilder(nginx, "-p", folder.toString(), "-c", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile())
            .start();
  }

  static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  /** What a browser that calls the site gets; its cookies are kept from one call to the next. */
  String curl(String... arguments) throws IOException, InterruptedException {
    List<String> line = line();
    line.addAll(List.of("--max-time", "60", "--write-out", "\n%{http_code}"));
    line.addAll(List.of(arguments));
    return Tool.run(line.toArray(String[]::new));
  }

  /** Likewise an answer that goes on; whoever has it ends the process. */
  Process follow(String... arguments) throws IOException {
    List<String> line = line();
    line.add("--no-buffer");
    line.addAll(List.of(arguments));
    return new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private List<String> line() {
    return new ArrayList<>(
        List.of(
            curl,
            "--silent",
            "--show-error",
            "--retry",
            "20",
            "--retry-connrefused",
            "--retry-delay",
            "1",
            "--cacert",
            folder.resolve("cert").toString(),
            "--connect-to",
            NAME + ":443:127.0.0.1:" + port,
            "--cookie",
            folder.resolve("cookies").toString(),
            "--cookie-jar",
            folder.resolve("cookies").toString()));
  }

  /** The lines of an answer that goes on, up to one with that in it. */
  static String upTo(InputStream answer, String wanted) throws IOException {
    StringBuilder read = new StringBuilder();
    while (read.indexOf(wanted) < 0) {
      int next = answer.read();
      if (next < 0) {
        throw new AssertionError("“%s” never came, but %s".formatted(wanted, read));
      }
      read.append((char) next);
    }
    return read.toString();
  }

  @Override
  public void close() {
    process.destroy();
    Process ended =
        process.onExit().completeOnTimeout(process, 20, TimeUnit.SECONDS).join().destroyForcibly();
    assertThat(ended.onExit()).succeedsWithin(Duration.ofSeconds(20));
  }
}

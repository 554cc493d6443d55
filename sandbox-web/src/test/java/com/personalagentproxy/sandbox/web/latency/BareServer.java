package com.personalagentproxy.sandbox.web.latency;

import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.persistence.Tables;
import io.javalin.Javalin;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jdbi.v3.core.Jdbi;

/**
 * What a server costs at least: the same libraries, and a handler that reads a call and answers
 * what a call is answered, at once or after one commit. No more of it is ours.
 */
final class BareServer {

  static final String AT_ONCE = "/at-once";
  static final String ONE_COMMIT = "/one-commit";

  private static final String ANSWER =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"isError\":false,\"text\":\"%s\"}}"
          .formatted("x".repeat(600));

  private BareServer() {}

  /**
   * Runs until it is killed.
   *
   * @param arguments the database's address, and the file to write its own address to
   */
  public static void main(String[] arguments) throws Exception {
    Jdbi jdbi =
        Database.open(
                DatabaseAddress.parse(arguments[0]), "bare", Database.CONNECTIONS, Tables.SERVER)
            .jdbi();
    jdbi.useHandle(handle -> handle.execute("CREATE TABLE IF NOT EXISTS bare_commits (body text)"));
    Javalin server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              QueuedThreadPool threads = new QueuedThreadPool(400, 8);
              threads.setVirtualThreadsExecutor(
                  VirtualThreads.getNamedVirtualThreadsExecutor("http-"));
              config.jetty.threadPool = threads;
              config.routes.post(
                  AT_ONCE,
                  context -> {
                    String body = context.body();
                    context.contentType("application/json").result(answer(body));
                  });
              config.routes.post(
                  ONE_COMMIT,
                  context -> {
                    String body = context.body();
                    jdbi.useHandle(
                        handle ->
                            handle
                                .createUpdate("INSERT INTO bare_commits VALUES (:body)")
                                .bind("body", body)
                                .execute());
                    context.contentType("application/json").result(answer(body));
                  });
            });
    server.start("127.0.0.1", 0);
    Path told = Path.of(arguments[1]);
    Path written = told.resolveSibling(told.getFileName() + ".new");
    Files.writeString(written, "http://127.0.0.1:" + server.port());
    Files.move(written, told);
  }

  private static String answer(String body) {
    if (body.isEmpty()) {
      throw new IllegalArgumentException("There is no call.");
    }
    return ANSWER;
  }
}

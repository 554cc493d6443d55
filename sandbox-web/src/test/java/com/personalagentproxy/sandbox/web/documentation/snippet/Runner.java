package com.personalagentproxy.sandbox.web.documentation.snippet;

import java.util.Arrays;
import java.util.List;

/** Which test runs the snippets of a kind. Each is on one of these lines. */
enum Runner {
  COMMANDS("sh", "web.documentation.snippet.ShellSnippetsTest"),
  SETTINGS("env", "web.documentation.snippet.SettingsSnippetsTest"),
  CLIENTS_OF_JSON("json", "web.documentation.snippet.ClientSnippetsTest"),
  CLIENTS_OF_TOML("toml", "web.documentation.snippet.ClientSnippetsTest"),
  PROXIES("nginx", "web.documentation.snippet.ProxySnippetTest"),
  SERVICES("ini", "web.documentation.snippet.ServiceSnippetsTest"),
  CALLS_OF_THE_API("curl", "docs/api.md", "web.server.ApiPageTest"),
  ANSWERS_OF_THE_API("text", "docs/api.md", "web.server.ApiPageTest"),
  CALLS_OF_THE_PROTOCOL("curl", "docs/backend-protocol.md", "web.protocol.ProtocolPageTest"),
  ANSWERS_OF_THE_PROTOCOL("text", "docs/backend-protocol.md", "web.protocol.ProtocolPageTest"),
  EXAMPLE_OF_EMBEDDING("java", "docs/embedding.md", "embedding.EmbeddingPageTest"),
  OUTPUT_OF_THE_EXAMPLE("text", "docs/embedding.md", "embedding.EmbeddingPageTest"),
  DEPENDENCY("xml", "docs/embedding.md", "web.documentation.snippet.JavaSnippetsTest"),
  CHECKS_IN_TESTS("java", "docs/conformance.md", "web.documentation.snippet.JavaSnippetsTest");

  private static final String PROJECT = "com.personalagentproxy.sandbox.";

  private final String kind;
  private final String page;
  private final String test;

  Runner(String kind, String test) {
    this(kind, "", test);
  }

  Runner(String kind, String page, String test) {
    this.kind = kind;
    this.page = page;
    this.test = test;
  }

  boolean runs(Snippet snippet) {
    return kind.equals(snippet.kind()) && (page.isEmpty() || page.equals(snippet.page()));
  }

  /** The test's class. */
  String test() {
    return PROJECT + test;
  }

  static List<Runner> of(Snippet snippet) {
    return Arrays.stream(values()).filter(runner -> runner.runs(snippet)).toList();
  }
}

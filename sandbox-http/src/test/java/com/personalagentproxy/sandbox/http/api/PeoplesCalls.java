package com.personalagentproxy.sandbox.http.api;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;

/** What tests of people's calls stand on: a sandbox with a shell, and Ada, whose laptop made it. */
abstract class PeoplesCalls {

  final ServedShell shell;
  final ServedApi api;
  final AdasCalls ada;

  PeoplesCalls(Path folder) {
    shell = new ServedShell(folder);
    api = shell.api;
    ada = new AdasCalls(api);
  }

  @AfterEach
  void stop() {
    shell.close();
  }
}

package com.personalagentproxy.sandbox.http.api;

import java.nio.file.Path;

/** The API with a sandbox “build” of the laptop's, whose commands a shell of this computer runs. */
final class ServedShell implements AutoCloseable {

  final ServedApi api;

  /** The sandbox's home folder. */
  final Path home;

  ServedShell(Path folder) {
    ShellMachines machines = new ShellMachines(folder);
    api = new ServedApi(machines);
    home = machines.home(api.make("build").id().machine());
  }

  @Override
  public void close() {
    api.close();
  }
}

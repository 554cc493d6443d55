package com.personalagentproxy.sandbox.web.command;

import picocli.CommandLine.IVersionProvider;

/** The version of the jar this runs from. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {"Sandboxes " + number()};
  }

  static String number() {
    String number = Version.class.getPackage().getImplementationVersion();
    return number == null ? "(not packaged)" : number;
  }
}

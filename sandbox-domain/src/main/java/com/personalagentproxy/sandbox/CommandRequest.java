package com.personalagentproxy.sandbox;

import org.jspecify.annotations.Nullable;

/**
 * What {@code sandbox_exec} is asked to run, unchecked.
 *
 * @param sandbox a name or an id
 * @param timeout in seconds
 * @param execId the caller's own id for the call: the same call with it again runs nothing twice
 *     (X11)
 */
public record CommandRequest(
    @Nullable String sandbox,
    @Nullable String command,
    @Nullable String stdin,
    @Nullable String cwd,
    @Nullable Long timeout,
    @Nullable String execId) {

  /** A call that can't be repeated. */
  public CommandRequest(
      String sandbox,
      @Nullable String command,
      @Nullable String stdin,
      @Nullable String cwd,
      @Nullable Long timeout) {
    this(sandbox, command, stdin, cwd, timeout, null);
  }

  /** Its sizes only: what is run and read may be secret, and must not reach a log (H1). */
  @Override
  public String toString() {
    return "CommandRequest[%s, command of %s characters, stdin of %s]"
        .formatted(sandbox, length(command), length(stdin));
  }

  private static int length(@Nullable String text) {
    return text == null ? 0 : text.length();
  }
}

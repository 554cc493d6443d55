package com.personalagentproxy.sandbox.http.files;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands in one sandbox for one caller, in the home folder, with all the time a command may
 * have. Who calls and whether that is allowed is looked at for each command anew.
 */
@FunctionalInterface
public interface MachineShell {

  /**
   * Runs a command to its end.
   *
   * @param follower is given all that it prints
   */
  Answer<CommandResult> run(String command, @Nullable String stdin, Follower follower);
}

package com.personalagentproxy.sandbox.activity;

import com.personalagentproxy.sandbox.command.CommandId;
import java.util.UUID;

/** Names an entry for good. That of a command that was admitted is the command's own id. */
public record EntryId(UUID value) {

  /** The entry of an admitted command. */
  public static EntryId of(CommandId command) {
    return new EntryId(command.value());
  }

  /** The command whose entry this is, if it is an admitted command's. */
  public CommandId command() {
    return new CommandId(value);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}

package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.SandboxView;
import java.util.UUID;

/** Something that a list of sandboxes shows has changed. */
public sealed interface Change {

  /** Where to go on after it: what {@link ChangeFeed#follow} is given to miss nothing. */
  String place();

  /** A sandbox was made, moved, taken, used or let go; this is how it is. */
  record Changed(SandboxView sandbox, String place) implements Change {}

  /** A sandbox is gone. */
  record Removed(UUID sandbox, ConnectionId connection, String place) implements Change {}

  /** More may have changed than is known any more: who follows reads all anew. */
  record Unknown(String place) implements Change {}
}

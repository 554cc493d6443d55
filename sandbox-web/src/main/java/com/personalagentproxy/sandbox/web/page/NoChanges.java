package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.console.Change;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A feed that never tells of anything: pages stay as they were read. */
public final class NoChanges implements ChangeFeed {

  @Override
  public Following follow(
      Set<ConnectionId> connections, @Nullable String after, Consumer<Change> listener) {
    return () -> {};
  }

  @Override
  public String place() {
    return "";
  }

  @Override
  public void close() {}
}

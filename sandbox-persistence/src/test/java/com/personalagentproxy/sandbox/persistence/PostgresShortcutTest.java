package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.collection.ShortcutContract;
import com.personalagentproxy.sandbox.task.Tasks;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresShortcutTest implements ShortcutContract {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private final Shortcut shortcut = new PostgresShortcut(DATABASE.jdbi());

  @Override
  public SandboxStore store() {
    return new PostgresSandboxStore(DATABASE.jdbi());
  }

  @Override
  public Shortcut shortcut() {
    return shortcut;
  }

  @Override
  public Tasks tasks() {
    return new PostgresTasks(DATABASE.jdbi());
  }

  @Override
  public Activity activity() {
    return new PostgresActivity(DATABASE.jdbi());
  }

  @Override
  public Agent someAgent() {
    return new SomePeople(DATABASE.jdbi()).agent();
  }
}

package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.activity.ActivityContract;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SandboxStoreContract;
import com.personalagentproxy.sandbox.task.Tasks;
import com.personalagentproxy.sandbox.task.TasksContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The stores need no second connection while they hold one: they work with a pool of one, in any
 * session's time zone.
 */
class OneConnectionTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withOneConnection();

  private static TestDatabase inNepal() {
    // With its quarter of an hour a zone that was forgotten somewhere is found out.
    DATABASE.jdbi().useHandle(handle -> handle.execute("SET TIME ZONE 'Asia/Kathmandu'"));
    return DATABASE;
  }

  @Nested
  class TheSandboxes implements SandboxStoreContract {
    @Override
    public SandboxStore store() {
      return new PostgresSandboxStore(inNepal().jdbi());
    }

    @Override
    public Activity activity() {
      return new PostgresActivity(inNepal().jdbi());
    }
  }

  @Nested
  class TheHistory implements ActivityContract {
    @Override
    public Activity activity() {
      return new PostgresActivity(inNepal().jdbi());
    }
  }

  @Nested
  class TheTasks implements TasksContract {
    @Override
    public Tasks tasks() {
      return new PostgresTasks(inNepal().jdbi());
    }

    @Override
    public Agent someAgent() {
      return new SomePeople(DATABASE.jdbi()).agent();
    }
  }
}

package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SandboxStoreContract;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.collection.ShortcutContract;
import com.personalagentproxy.sandbox.life.Chronicle;
import com.personalagentproxy.sandbox.life.ChronicleContract;
import com.personalagentproxy.sandbox.task.Tasks;
import com.personalagentproxy.sandbox.task.TasksContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The contracts on a PostgreSQL in a container, besides the one that the other tests have. Skipped
 * aloud where no engine runs, unless SANDBOX_TEST_STRICT is true.
 */
@EnabledIf(
    value = "isToRun",
    disabledReason = "no engine for containers such as Docker was found: see CONTRIBUTING.md")
class ContainerTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.inContainer();

  static boolean isToRun() {
    return "true".equals(System.getenv("SANDBOX_TEST_STRICT")) || ContainerDatabase.isEngineThere();
  }

  @Test
  void itAnswersFromBehindTheContainersNetwork() {
    String answering =
        DATABASE
            .jdbi()
            .withHandle(
                handle ->
                    handle
                        .createQuery("SELECT host(inet_server_addr())")
                        .mapTo(String.class)
                        .one());

    assertThat(answering).isNotEqualTo("127.0.0.1");
  }

  @Nested
  class Store implements SandboxStoreContract {

    @Override
    public SandboxStore store() {
      return new PostgresSandboxStore(DATABASE.jdbi());
    }

    @Override
    public Activity activity() {
      return new PostgresActivity(DATABASE.jdbi());
    }
  }

  @Nested
  class TheTasks implements TasksContract {

    @Override
    public Tasks tasks() {
      return new PostgresTasks(DATABASE.jdbi());
    }

    @Override
    public Agent someAgent() {
      return new SomePeople(DATABASE.jdbi()).agent();
    }
  }

  @Nested
  class TheShortcut implements ShortcutContract {

    @Override
    public SandboxStore store() {
      return new PostgresSandboxStore(DATABASE.jdbi());
    }

    @Override
    public Shortcut shortcut() {
      return new PostgresShortcut(DATABASE.jdbi());
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

  @Nested
  class TheChronicle implements ChronicleContract {

    @Override
    public Chronicle chronicle() {
      return new PostgresChronicle(DATABASE.jdbi());
    }

    @Override
    public SandboxStore store() {
      return new PostgresSandboxStore(DATABASE.jdbi());
    }
  }
}

package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.life.Chronicle;
import com.personalagentproxy.sandbox.life.ChronicleContract;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresChronicleTest implements ChronicleContract {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  @Override
  public Chronicle chronicle() {
    return new PostgresChronicle(DATABASE.jdbi());
  }

  @Override
  public SandboxStore store() {
    return new PostgresSandboxStore(DATABASE.jdbi());
  }
}

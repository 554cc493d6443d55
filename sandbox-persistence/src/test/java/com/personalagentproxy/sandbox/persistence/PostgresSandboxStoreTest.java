package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SandboxStoreContract;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresSandboxStoreTest implements SandboxStoreContract {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  @Override
  public SandboxStore store() {
    return new PostgresSandboxStore(DATABASE.jdbi());
  }

  @Override
  public Activity activity() {
    return new PostgresActivity(DATABASE.jdbi());
  }
}

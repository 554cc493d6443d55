package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.activity.ActivityContract;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresActivityTest implements ActivityContract {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  @Override
  public Activity activity() {
    return new PostgresActivity(DATABASE.jdbi());
  }
}

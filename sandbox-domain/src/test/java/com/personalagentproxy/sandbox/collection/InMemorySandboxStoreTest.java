package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.activity.InMemoryActivity;

class InMemorySandboxStoreTest implements SandboxStoreContract {

  private final InMemoryActivity activity = new InMemoryActivity();
  private final SandboxStore store = new InMemorySandboxStore(activity);

  @Override
  public SandboxStore store() {
    return store;
  }

  @Override
  public Activity activity() {
    return activity;
  }
}

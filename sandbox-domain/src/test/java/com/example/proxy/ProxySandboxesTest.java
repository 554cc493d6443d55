package com.example.proxy;

import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SandboxStoreContract;

class ProxySandboxesTest implements SandboxStoreContract {

  private final ProxyActivity activity = new ProxyActivity();
  private final SandboxStore store = new ProxySandboxes(activity);

  @Override
  public SandboxStore store() {
    return store;
  }

  @Override
  public Activity activity() {
    return activity;
  }
}

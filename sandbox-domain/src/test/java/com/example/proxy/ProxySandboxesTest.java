package com.example.proxy;

import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SandboxStoreContract;

class ProxySandboxesTest implements SandboxStoreContract {

  private final SandboxStore store = new ProxySandboxes();

  @Override
  public SandboxStore store() {
    return store;
  }
}

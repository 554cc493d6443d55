package com.personalagentproxy.sandbox.collection;

class InMemorySandboxStoreTest implements SandboxStoreContract {

  private final SandboxStore store = new InMemorySandboxStore();

  @Override
  public SandboxStore store() {
    return store;
  }
}

package com.personalagentproxy.sandbox.life;

import com.personalagentproxy.sandbox.collection.InMemorySandboxStore;
import com.personalagentproxy.sandbox.collection.SandboxStore;

class InMemoryChronicleTest implements ChronicleContract {

  private final InMemorySandboxStore store = new InMemorySandboxStore();

  @Override
  public Chronicle chronicle() {
    return new InMemoryChronicle(store);
  }

  @Override
  public SandboxStore store() {
    return store;
  }
}

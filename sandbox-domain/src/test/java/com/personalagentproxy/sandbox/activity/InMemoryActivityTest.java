package com.personalagentproxy.sandbox.activity;

class InMemoryActivityTest implements ActivityContract {

  private final InMemoryActivity activity = new InMemoryActivity();

  @Override
  public Activity activity() {
    return activity;
  }
}

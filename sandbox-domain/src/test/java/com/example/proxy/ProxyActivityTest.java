package com.example.proxy;

import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.activity.ActivityContract;

class ProxyActivityTest implements ActivityContract {

  private final Activity activity = new ProxyActivity();

  @Override
  public Activity activity() {
    return activity;
  }
}

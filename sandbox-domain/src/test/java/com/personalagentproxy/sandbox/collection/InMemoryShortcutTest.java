package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.activity.InMemoryActivity;
import com.personalagentproxy.sandbox.task.InMemoryTasks;
import com.personalagentproxy.sandbox.task.Tasks;
import java.util.UUID;

class InMemoryShortcutTest implements ShortcutContract {

  private final InMemoryActivity activity = new InMemoryActivity();
  private final InMemorySandboxStore store = new InMemorySandboxStore(activity);
  private final InMemoryTasks tasks = new InMemoryTasks();
  private final InMemoryShortcut shortcut = new InMemoryShortcut(store, tasks);

  @Override
  public SandboxStore store() {
    return store;
  }

  @Override
  public Shortcut shortcut() {
    return shortcut;
  }

  @Override
  public Tasks tasks() {
    return tasks;
  }

  @Override
  public Activity activity() {
    return activity;
  }

  @Override
  public Agent someAgent() {
    return new Agent(
        new AgentId(UUID.randomUUID()),
        "laptop",
        new MemberId(UUID.randomUUID()),
        new OrganizationId(UUID.randomUUID()));
  }
}

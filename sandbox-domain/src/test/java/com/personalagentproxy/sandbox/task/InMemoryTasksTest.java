package com.personalagentproxy.sandbox.task;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import java.util.UUID;

class InMemoryTasksTest implements TasksContract {

  private final Tasks tasks = new InMemoryTasks();

  @Override
  public Tasks tasks() {
    return tasks;
  }

  @Override
  public Agent someAgent() {
    return new Agent(
        new AgentId(UUID.randomUUID()),
        "Ada's laptop",
        new MemberId(UUID.randomUUID()),
        new OrganizationId(UUID.randomUUID()));
  }
}

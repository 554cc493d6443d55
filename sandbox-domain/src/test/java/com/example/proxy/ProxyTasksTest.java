package com.example.proxy;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.task.Tasks;
import com.personalagentproxy.sandbox.task.TasksContract;
import java.util.UUID;

class ProxyTasksTest implements TasksContract {

  private final Tasks tasks = new ProxyTasks();

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

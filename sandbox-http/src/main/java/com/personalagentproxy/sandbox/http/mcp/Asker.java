package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.access.Agent;

/**
 * Who sent a request.
 *
 * @param client what the agent's program calls itself
 * @param requestId names the HTTP request
 */
record Asker(Agent agent, String client, String requestId) {}

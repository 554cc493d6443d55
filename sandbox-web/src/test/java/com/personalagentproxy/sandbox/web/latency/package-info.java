/**
 * What a command costs: on each backend, and over MCP; how soon what it prints is read; and how
 * many may run at once.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.latency;

import org.jspecify.annotations.NullMarked;

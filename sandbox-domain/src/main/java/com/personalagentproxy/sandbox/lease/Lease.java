package com.personalagentproxy.sandbox.lease;

import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;

/**
 * A task's exclusive right to a sandbox. It ends by itself, when its holder isn't under way any
 * more (L3).
 *
 * @param since when the holder took it
 */
public record Lease(TaskId holder, Instant since) {}

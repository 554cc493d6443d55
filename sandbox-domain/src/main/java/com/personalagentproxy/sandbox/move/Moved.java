package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.collection.Sandbox;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox where it was asked to be.
 *
 * @param sandbox the row as it was read last; for one that was deleted, as it was before
 * @param wakeTook how long the caller waited for it to wake; absent if it wasn't asleep
 */
public record Moved(Sandbox sandbox, @Nullable Duration wakeTook) {}

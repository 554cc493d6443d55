/**
 * What operators measure: how many requests, commands and moves there were, how long they took and
 * what they came to; the pool, the sweeper, and Java itself. Served at {@code /metrics} in
 * Prometheus' format to whoever has the token for it. No name, text or id of anybody's is a label
 * (H1), so that what is kept is bounded.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.metrics;

import org.jspecify.annotations.NullMarked;

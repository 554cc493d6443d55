/** Leases: a task's exclusive right to a sandbox (L1–L9). */
@NullMarked
package com.personalagentproxy.sandbox.lease;

import org.jspecify.annotations.NullMarked;

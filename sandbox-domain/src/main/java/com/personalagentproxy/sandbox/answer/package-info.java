/**
 * What a call may come to: a value, or a refusal that says in one sentence what to do next.
 * Expected refusals are values; only broken contracts are exceptions, and a store that is away.
 */
@NullMarked
package com.personalagentproxy.sandbox.answer;

import org.jspecify.annotations.NullMarked;

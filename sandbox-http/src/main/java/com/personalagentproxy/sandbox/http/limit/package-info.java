/**
 * How much one caller may ask for, so that none takes the server from the others: requests of an
 * agent, an organization and a person, commands at once, and strangers' failures. Buckets are
 * Bucket4j's; the tables they are in are bounded, and what was idle is dropped.
 */
@NullMarked
package com.personalagentproxy.sandbox.http.limit;

import org.jspecify.annotations.NullMarked;

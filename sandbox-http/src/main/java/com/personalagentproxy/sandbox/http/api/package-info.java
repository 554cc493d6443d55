/**
 * The HTTP API under {@code /api}: one set of resources for programs and people. Who calls decides
 * what may be done: an agent with its token, a person with a personal token or a session.
 */
@NullMarked
package com.personalagentproxy.sandbox.http.api;

import org.jspecify.annotations.NullMarked;

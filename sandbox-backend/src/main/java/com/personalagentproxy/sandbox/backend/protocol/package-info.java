/**
 * Machines that a service keeps which speaks the backend protocol: the client's side of it. All
 * that comes from the service is read within bounds of size and time, and is taken for nothing that
 * it isn't.
 */
@NullMarked
package com.personalagentproxy.sandbox.backend.protocol;

import org.jspecify.annotations.NullMarked;

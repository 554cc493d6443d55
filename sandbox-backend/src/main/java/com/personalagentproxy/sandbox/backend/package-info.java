/**
 * Where machines live: on this computer, in Docker, in Kubernetes or behind the backend protocol.
 */
@NullMarked
package com.personalagentproxy.sandbox.backend;

import org.jspecify.annotations.NullMarked;

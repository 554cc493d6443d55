/** What a command costs on each backend. */
@NullMarked
package com.personalagentproxy.sandbox.web.latency;

import org.jspecify.annotations.NullMarked;

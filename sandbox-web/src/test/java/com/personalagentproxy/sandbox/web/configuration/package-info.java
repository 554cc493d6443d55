/** What the operator sets, tried out. */
@NullMarked
package com.personalagentproxy.sandbox.web.configuration;

import org.jspecify.annotations.NullMarked;

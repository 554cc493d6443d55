/**
 * What the operator sets: the environment variables, all declared in {@link
 * com.personalagentproxy.sandbox.web.configuration.Variables}, and the configuration that is read
 * from them.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.configuration;

import org.jspecify.annotations.NullMarked;

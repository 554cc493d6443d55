/**
 * What the pages show to be copied: every fenced block is run, read or compared by a test, which
 * {@code Runner} names.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.documentation.snippet;

import org.jspecify.annotations.NullMarked;

/**
 * The tools that agents are given: what a model is told of each, how strictly its arguments are
 * checked, and what it answers. Nothing here knows how the tools are called over the wire.
 */
@NullMarked
package com.personalagentproxy.sandbox.http.tool;

import org.jspecify.annotations.NullMarked;

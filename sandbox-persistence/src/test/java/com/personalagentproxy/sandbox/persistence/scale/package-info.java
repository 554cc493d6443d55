/**
 * How statements fare at a million sandboxes: a population of any size, the plans of the statements
 * as they are really sent, and two benchmarks that are run by profiles of their own.
 */
@NullMarked
package com.personalagentproxy.sandbox.persistence.scale;

import org.jspecify.annotations.NullMarked;

/**
 * The domain as others embed it: a module that needs nothing but Java, and the example of {@code
 * docs/embedding.md}, compiled and run with the domain's classes alone.
 */
@NullMarked
package com.personalagentproxy.sandbox.embedding;

import org.jspecify.annotations.NullMarked;

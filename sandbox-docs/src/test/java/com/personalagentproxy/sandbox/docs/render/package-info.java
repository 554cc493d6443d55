/** Pages made into HTML, and what the build says of those that have to be mended. */
@NullMarked
package com.personalagentproxy.sandbox.docs.render;

import org.jspecify.annotations.NullMarked;

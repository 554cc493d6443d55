/** The documentation that the build has made of this checkout. */
@NullMarked
package com.personalagentproxy.sandbox.docs;

import org.jspecify.annotations.NullMarked;

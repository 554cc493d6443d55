/** The shape of the code, held by tests: which module knows which, and what no class may do. */
@NullMarked
package com.personalagentproxy.sandbox.web.architecture;

import org.jspecify.annotations.NullMarked;

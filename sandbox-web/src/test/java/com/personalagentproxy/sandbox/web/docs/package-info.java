/** The served documentation, read as a visitor does. */
@NullMarked
package com.personalagentproxy.sandbox.web.docs;

import org.jspecify.annotations.NullMarked;

/** The page, asked for over a socket as a browser asks for it, on sandboxes in memory. */
@NullMarked
package com.personalagentproxy.sandbox.web.page;

import org.jspecify.annotations.NullMarked;

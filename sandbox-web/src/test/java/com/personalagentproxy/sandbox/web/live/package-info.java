/** Tests of streams to open pages. */
@NullMarked
package com.personalagentproxy.sandbox.web.live;

import org.jspecify.annotations.NullMarked;

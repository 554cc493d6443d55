/** The story, told to servers that keep their promises and to some that don't. */
@NullMarked
package com.personalagentproxy.sandbox.web.demo;

import org.jspecify.annotations.NullMarked;

/** The command line, tried out. */
@NullMarked
package com.personalagentproxy.sandbox.web.command;

import org.jspecify.annotations.NullMarked;

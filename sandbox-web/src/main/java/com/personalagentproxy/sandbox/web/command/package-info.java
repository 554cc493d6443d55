/** The command line: what can be asked of the program, and how it answers on a terminal. */
@NullMarked
package com.personalagentproxy.sandbox.web.command;

import org.jspecify.annotations.NullMarked;

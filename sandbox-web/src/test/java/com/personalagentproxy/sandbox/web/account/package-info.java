/** The pages about people and their agents, asked for over a socket, on an embedded database. */
@NullMarked
package com.personalagentproxy.sandbox.web.account;

import org.jspecify.annotations.NullMarked;

/**
 * The story that shows what sandboxes are: an agent tells it to a running server over a socket,
 * step by step, and checks each step. It knows the server only by its address and a token, as any
 * agent does; a person's part is played through {@link
 * com.personalagentproxy.sandbox.web.demo.TurnDeleteOn}.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.demo;

import org.jspecify.annotations.NullMarked;

/** OAuth, played by a client that knows nothing of the server but its address. */
@NullMarked
package com.personalagentproxy.sandbox.http.oauth;

import org.jspecify.annotations.NullMarked;

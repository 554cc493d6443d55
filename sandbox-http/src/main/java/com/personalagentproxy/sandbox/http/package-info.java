/** What clients reach over HTTP: the API, MCP and the server side of the backend protocol. */
@NullMarked
package com.personalagentproxy.sandbox.http;

import org.jspecify.annotations.NullMarked;

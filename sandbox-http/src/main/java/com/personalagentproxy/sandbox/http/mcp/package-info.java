/**
 * The Model Context Protocol at {@code POST /mcp}, without sessions: every request stands by
 * itself, so any number of servers may answer. Speaks the revisions of {@link
 * com.personalagentproxy.sandbox.http.mcp.Revision}.
 */
@NullMarked
package com.personalagentproxy.sandbox.http.mcp;

import org.jspecify.annotations.NullMarked;

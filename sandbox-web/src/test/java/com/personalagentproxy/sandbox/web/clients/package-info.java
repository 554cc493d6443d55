/**
 * Other people's MCP clients against a real server: what they see is what agents' programs see.
 * Those from npm are in {@code src/test/clients}; they are skipped aloud where they aren't
 * installed, unless SANDBOX_TEST_STRICT is true.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.clients;

import org.jspecify.annotations.NullMarked;

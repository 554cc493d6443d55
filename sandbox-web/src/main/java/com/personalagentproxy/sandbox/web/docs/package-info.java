/**
 * The documentation, as the server shows it under {@code /docs}: the build has made the checkout's
 * pages into HTML, {@code DocsRoutes} serves them. No sign-in is needed, and nothing in it comes
 * from a running server.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.docs;

import org.jspecify.annotations.NullMarked;

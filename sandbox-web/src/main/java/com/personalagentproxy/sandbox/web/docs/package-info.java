/**
 * The documentation, as the server shows it under {@code /docs}: the jar has the checkout's pages,
 * {@code PageText} makes one into HTML, {@code DocsRoutes} serves them. No sign-in is needed, and
 * nothing in it comes from a running server.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.docs;

import org.jspecify.annotations.NullMarked;

/**
 * The documentation, as the server shows it under {@code /docs}: {@code BookPress} turns the pages
 * of the checkout into HTML while the jar is built, {@code DocsRoutes} serves what it made. No
 * sign-in is needed, and nothing in it comes from a running server.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.docs;

import org.jspecify.annotations.NullMarked;

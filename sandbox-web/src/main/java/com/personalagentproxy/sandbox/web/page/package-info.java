/**
 * The one web page and what belongs to it: signing in by a one-time link, the list of sandboxes,
 * deleting one, and what agents may do on each connection. Rendered on the server, works without
 * scripts; every text that somebody wrote is escaped by the templates.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.page;

import org.jspecify.annotations.NullMarked;

/**
 * The web app: the sandboxes and what a person does with them, what agents may do on each
 * connection, tasks and history. Rendered on the server; reading and every form work without
 * scripts, which only make it quicker and keep it up to date. Every text that somebody wrote is
 * escaped by the templates. {@link com.personalagentproxy.sandbox.web.page.PageRoute} lists every
 * address; each {@link com.personalagentproxy.sandbox.web.page.PageGroup} answers at some of them.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.page;

import org.jspecify.annotations.NullMarked;

/** The web app in a real browser, on a whole server with machines of dev. */
@NullMarked
package com.personalagentproxy.sandbox.web.browser;

import org.jspecify.annotations.NullMarked;

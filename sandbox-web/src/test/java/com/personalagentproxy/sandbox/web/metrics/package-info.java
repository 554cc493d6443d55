/** What operators measure, read as a scraper does. */
@NullMarked
package com.personalagentproxy.sandbox.web.metrics;

import org.jspecify.annotations.NullMarked;

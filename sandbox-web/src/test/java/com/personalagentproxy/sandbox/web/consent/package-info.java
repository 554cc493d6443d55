/** Programs that are let in by OAuth, on a whole server. */
@NullMarked
package com.personalagentproxy.sandbox.web.consent;

import org.jspecify.annotations.NullMarked;

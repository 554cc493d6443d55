/**
 * Whole servers as processes on one database: agents race for sandboxes while servers are killed
 * and connections are cut, and what happened is judged afterwards.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.race;

import org.jspecify.annotations.NullMarked;

/**
 * The backend protocol from one end to the other: client, server, and machines on this computer.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.protocol;

import org.jspecify.annotations.NullMarked;

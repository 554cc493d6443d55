/**
 * What the domain's values look like on the wire: records whose components are the fields, and the
 * JSON Schema that is read off them, so that the two can't drift apart.
 */
@NullMarked
package com.personalagentproxy.sandbox.http.wire;

import org.jspecify.annotations.NullMarked;

/**
 * The sandboxes of a connection: names (N1), making (N2), listing (N3), and the store that guards
 * every write with what it leaves (M1).
 */
@NullMarked
package com.personalagentproxy.sandbox.collection;

import org.jspecify.annotations.NullMarked;

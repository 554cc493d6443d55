/**
 * The history (H1, H2): every call of an agent, allowed or denied, written down before it is
 * answered. Entries carry copies of the names they tell, so that they outlive what they name; a
 * command's entry is written by the store that admits it, in the same write.
 */
@NullMarked
package com.personalagentproxy.sandbox.activity;

import org.jspecify.annotations.NullMarked;

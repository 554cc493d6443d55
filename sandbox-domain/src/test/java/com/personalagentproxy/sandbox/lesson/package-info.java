/**
 * What broke elsewhere, as users of other sandbox systems reported it, and which test shows that it
 * doesn't here.
 */
@NullMarked
package com.personalagentproxy.sandbox.lesson;

import org.jspecify.annotations.NullMarked;

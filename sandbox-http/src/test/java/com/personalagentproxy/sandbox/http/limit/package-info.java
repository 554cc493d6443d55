/** How much one caller may ask for, tried. */
@NullMarked
package com.personalagentproxy.sandbox.http.limit;

import org.jspecify.annotations.NullMarked;

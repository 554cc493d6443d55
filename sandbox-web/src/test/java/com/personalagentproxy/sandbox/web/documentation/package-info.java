/**
 * The pages in {@code docs} and the README, held true: what they say of the program is compared
 * with the program.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.documentation;

import org.jspecify.annotations.NullMarked;

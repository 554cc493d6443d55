/**
 * What a person sees while a program asks to be let in by OAuth: who asks, what it would be able to
 * do, as which agent, and that the program's name is only what it calls itself.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.consent;

import org.jspecify.annotations.NullMarked;

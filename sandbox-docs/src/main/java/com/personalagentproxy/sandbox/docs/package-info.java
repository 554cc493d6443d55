/**
 * The documentation as the jar has it: {@code Book} reads the pages that the build has made of the
 * checkout's {@code docs}. It needs nothing but plain Java.
 */
@NullMarked
package com.personalagentproxy.sandbox.docs;

import org.jspecify.annotations.NullMarked;

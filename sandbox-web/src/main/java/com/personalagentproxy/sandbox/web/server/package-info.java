/**
 * The composition: what a running server is made of, put together by hand, and taken apart in the
 * right order.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.server;

import org.jspecify.annotations.NullMarked;

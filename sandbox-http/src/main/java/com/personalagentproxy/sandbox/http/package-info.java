/**
 * The HTTP server that everything else on the wire is mounted on: how it listens and stops, whom it
 * serves, how strictly it reads JSON, and the one shape in which it says what went wrong.
 */
@NullMarked
package com.personalagentproxy.sandbox.http;

import org.jspecify.annotations.NullMarked;

/**
 * The backend protocol's server side: any backend's machines, offered to servers on other hosts.
 * What is asked is checked whole before anything is done, and a command lives no longer than the
 * answer that somebody reads.
 */
@NullMarked
package com.personalagentproxy.sandbox.http.backend;

import org.jspecify.annotations.NullMarked;

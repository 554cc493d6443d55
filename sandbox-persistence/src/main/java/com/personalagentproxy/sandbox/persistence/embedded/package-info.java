/**
 * A PostgreSQL of the server's own, for one machine where no other database is: kept in a folder
 * between starts, reached over loopback with a password only. The binaries come from the class
 * path; starting and stopping them is done here, since the usual library for it is made for tests:
 * it starts without a password, without syncing to disk, and can't take over after a server that
 * was killed.
 */
@NullMarked
package com.personalagentproxy.sandbox.persistence.embedded;

import org.jspecify.annotations.NullMarked;

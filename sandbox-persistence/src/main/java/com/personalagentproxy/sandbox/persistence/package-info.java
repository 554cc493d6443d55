/** The domain's books in PostgreSQL, and the embedded PostgreSQL for a server that has no other. */
@NullMarked
package com.personalagentproxy.sandbox.persistence;

import org.jspecify.annotations.NullMarked;

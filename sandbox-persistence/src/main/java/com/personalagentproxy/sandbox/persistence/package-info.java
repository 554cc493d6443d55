/**
 * Adapter: the domain's stores in PostgreSQL 14 or later. One class for each port, its SQL in
 * place; a guarded write is one statement that carries what it leaves. {@link
 * com.personalagentproxy.sandbox.persistence.Database} opens the database and brings its tables up
 * to date.
 */
@NullMarked
package com.personalagentproxy.sandbox.persistence;

import org.jspecify.annotations.NullMarked;

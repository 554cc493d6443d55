/**
 * Machines as containers of a Docker engine. A container's name says which machine it is, the
 * highest generation seen for it and since when, so that the engine itself refuses what comes late,
 * from any number of servers. Commands don't pay for an exec each: they are run by lanes, shells in
 * the machine whose streams stay open.
 */
@NullMarked
package com.personalagentproxy.sandbox.backend.docker;

import org.jspecify.annotations.NullMarked;

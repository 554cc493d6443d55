/**
 * Who may do what (C1–C6): organizations, members, agents, connections and the settings that switch
 * what agents may do. The decision is one pure function, {@link
 * com.personalagentproxy.sandbox.access.Access}.
 */
@NullMarked
package com.personalagentproxy.sandbox.access;

import org.jspecify.annotations.NullMarked;

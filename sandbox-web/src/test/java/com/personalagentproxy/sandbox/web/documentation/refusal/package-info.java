/**
 * Every refusal that an agent can meet, provoked through a call of a tool: what docs/refusals.md
 * lists is what was really said.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.documentation.refusal;

import org.jspecify.annotations.NullMarked;

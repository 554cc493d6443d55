/**
 * The pages about people and their agents: agents and their tokens, who is in the organization and
 * how one gets in, one's own account and its sessions, and signing in by a provider of OpenID
 * Connect.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.account;

import org.jspecify.annotations.NullMarked;

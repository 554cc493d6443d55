/**
 * Who works with a standalone server: an organization, its members, their agents with a token each,
 * and the persons who signed in. Of tokens and codes only the SHA-256 is kept; the text is shown
 * once, to whom it is made for. An embedder brings own people and needs nothing of this.
 */
@NullMarked
package com.personalagentproxy.sandbox.persistence.identity;

import org.jspecify.annotations.NullMarked;

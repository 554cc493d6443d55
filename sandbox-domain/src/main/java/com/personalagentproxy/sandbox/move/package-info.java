/**
 * Carrying out moves: win the guarded write, ask the backend, settle; join what is under way
 * (M1–M7), and sweep what is idle or left half done (M6, M8, M9).
 */
@NullMarked
package com.personalagentproxy.sandbox.move;

import org.jspecify.annotations.NullMarked;

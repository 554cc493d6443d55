package com.personalagentproxy.sandbox.http.tool;

/**
 * What a tool does to the world, for clients that ask a person before they let a model call it.
 *
 * @param readOnly changes nothing
 * @param destructive may end or remove something that was there
 * @param idempotent the same call again changes nothing more
 * @param openWorld may reach beyond what is kept here
 */
public record Hints(boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {

  static final Hints LOOKS = new Hints(true, false, true, false);
  static final Hints ADDS = new Hints(false, false, false, false);
  static final Hints SETTLES = new Hints(false, false, true, false);
  static final Hints ENDS = new Hints(false, true, true, false);
  static final Hints ANYTHING = new Hints(false, true, false, true);
}

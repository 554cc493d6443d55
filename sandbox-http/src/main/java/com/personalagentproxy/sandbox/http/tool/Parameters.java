package com.personalagentproxy.sandbox.http.tool;

/** The arguments that several tools take. */
final class Parameters {

  static final String SANDBOX_NAME = "sandbox";

  static final Parameter SANDBOX =
      required(
          SANDBOX_NAME,
          "The sandbox's name, or its id.",
          "a sandbox's name or id, as sandboxes_list shows them");

  static final Parameter TASK =
      optional(
          ToolCall.TASK,
          "The id of the task this call is for, as tasks_start gave it. Leave it out to work for your own task, which"
              + " is made when first needed.",
          "the id that tasks_start gave you");

  private Parameters() {}

  static Parameter required(String name, String description, String give) {
    return new Parameter.Words(name, description, give, true, null);
  }

  static Parameter optional(String name, String description, String give) {
    return new Parameter.Words(name, description, give, false, null);
  }
}

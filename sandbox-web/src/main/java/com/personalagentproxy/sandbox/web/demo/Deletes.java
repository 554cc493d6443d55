package com.personalagentproxy.sandbox.web.demo;

/** What an agent may do is a person's to say, and is asked at each call (C3, C4). */
record Deletes() implements Step {

  @Override
  public String heading() {
    return "Deleting is refused, since it is off; a person turns it on; deleting works.";
  }

  @Override
  public void tell(Story story) {
    ToolAnswer shown = story.done("sandboxes_get", story.inSandbox(Cast.SECOND));
    String connection = shown.structured().path("connection").path("name").stringValue("");
    String id = shown.structured().path("connection").path("id").stringValue("");
    if (story.deleting().turn(id, false)) {
      story.narrator().note("Deleting is on here; a person turns it off for this step.");
    }
    ToolAnswer refused = story.call("sandboxes_delete", story.inSandbox(Cast.SECOND));
    story.expect("deleting is refused", refused.isError(), refused.text());
    String off =
        "Deleting sandboxes is off for agents on the connection “%s”. ".formatted(connection);
    story.expect(
        "the refusal says that deleting is off on this connection, and whom to ask for what",
        refused.text().startsWith(off + "Ask ") && refused.text().contains("to turn “delete” on"),
        refused.text());
    story.deleting().turn(id, true);
    story.narrator().note("A person turns deleting on for agents on “%s”.".formatted(connection));
    story.done("sandboxes_delete", story.inSandbox(Cast.SECOND));
    ToolAnswer left = story.done("sandboxes_list", story.search());
    story.expect(
        "its name is gone from the list",
        left.structured().path("sandboxes").isArray()
            && left.structured().path("sandboxes").isEmpty(),
        left.structured().toString());
  }
}

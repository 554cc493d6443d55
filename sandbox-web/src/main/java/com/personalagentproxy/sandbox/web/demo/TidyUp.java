package com.personalagentproxy.sandbox.web.demo;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Takes away what the story made, however far it got. */
record TidyUp(Story story) {

  /**
   * Finishes the story's tasks, deletes its sandbox and puts the setting back.
   *
   * @return whether all of that is so now; what isn't has been told
   */
  boolean tidy() {
    story.narrator().sentence("");
    story.narrator().sentence("It tidies up.");
    List<Runnable> deeds =
        List.of(
            () -> finish(Cast.FIRST),
            () -> finish(Cast.SUB),
            this::removeSandbox,
            () -> finish(Cast.SECOND),
            this::putBack);
    boolean tidy = true;
    try {
      for (Runnable deed : deeds) {
        tidy &= managed(deed);
      }
      return tidy;
    } catch (AgentException away) {
      // Each further call would only wait for nobody again.
      story
          .narrator()
          .failed(
              "sandbox %s is gone and the setting is as it was".formatted(story.sandbox()),
              away.sentence());
      return false;
    }
  }

  private void finish(Cast part) {
    if (story.tasks().containsKey(part)) {
      story.finish(part);
    }
  }

  /** Looks for it by its name: the answer that told of it may have been lost. */
  private void removeSandbox() {
    ToolAnswer listed = story.agent().call("sandboxes_list", story.search());
    if (listed.isError()) {
      throw new Unmet("the list can be read", listed.text());
    }
    JsonNode left = listed.structured().path("sandboxes").path(0);
    if (left.isObject()) {
      story.deleting().turn(left.path("connection").path("id").stringValue(""), true);
      story.done("sandboxes_delete", story.inSandbox(Cast.SECOND));
    }
  }

  private void putBack() {
    if (story.deleting().putBack()) {
      story.narrator().note("A person puts the setting back as it was before.");
    }
  }

  private boolean managed(Runnable deed) {
    try {
      deed.run();
      return true;
    } catch (Unmet unmet) {
      story.narrator().failed(unmet.expected(), unmet.got());
    } catch (AgentException failure) {
      if (failure.isAway()) {
        throw failure;
      }
      story.narrator().failed("it is tidied up", failure.sentence());
    }
    return false;
  }
}

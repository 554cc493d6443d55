package com.personalagentproxy.sandbox.http.tool;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.http.wire.SandboxJson;
import com.personalagentproxy.sandbox.http.wire.SandboxPageJson;
import com.personalagentproxy.sandbox.machine.StateName;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** The tools for sandboxes themselves. */
final class SandboxTools {

  private static final String SEARCH = "search";
  private static final String STATE = "state";
  private static final String PAGE = "page";
  static final String NAME = "name";
  private static final String CONNECTION = "connection";
  private static final String IDEMPOTENCY_KEY = "idempotency_key";

  private SandboxTools() {}

  static List<Tool> of(Sandboxes sandboxes) {
    return List.of(
        list(sandboxes),
        get(sandboxes),
        create(sandboxes),
        sleep(sandboxes),
        wake(sandboxes),
        delete(sandboxes));
  }

  private static Tool list(Sandboxes sandboxes) {
    return new Tool(
        sandboxes,
        Deed.LIST,
        "sandboxes_list",
        "List sandboxes",
        "Lists the sandboxes you can see, newest first, 50 a page, sleeping ones too: name, id,"
            + " state and since when, which task is using each, and when it will be put to sleep."
            + " Looking wakes nothing and counts as no use.",
        List.of(
            new Parameter.Words(
                SEARCH,
                "Only those with this in their name, without regard to case.",
                "part of a name",
                false,
                64),
            new Parameter.Choice(
                STATE,
                "Only those in this state.",
                Arrays.stream(StateName.values()).map(StateName::word).toList()),
            Parameters.optional(
                PAGE,
                "Where to go on: what the last page called next. Leave it out for the first page.",
                "what the last page called next"),
            Parameters.TASK),
        SandboxPageJson.class,
        Hints.LOOKS,
        call ->
            Tool.resultOf(
                sandboxes.list(
                    call.caller(),
                    call.arguments().text(STATE),
                    call.arguments().text(SEARCH),
                    call.arguments().text(PAGE)),
                page -> ToolResult.done(counted(page), SandboxPageJson.of(page))));
  }

  private static String counted(SandboxPage page) {
    int count = page.sandboxes().size();
    if (count == 0) {
      return "There are no sandboxes to show. Make one with sandboxes_create.";
    }
    return (count == 1 ? "1 sandbox." : count + " sandboxes.")
        + (page.next() == null ? "" : " There are more: ask again with page set to next.");
  }

  private static Tool get(Sandboxes sandboxes) {
    return new Tool(
        sandboxes,
        Deed.GET,
        "sandboxes_get",
        "Look at a sandbox",
        "Shows one sandbox: its state and since when, why it is in it, which task is using it and"
            + " when it will be put to sleep. Looking wakes nothing and counts as no use.",
        List.of(Parameters.SANDBOX, Parameters.TASK),
        SandboxJson.class,
        Hints.LOOKS,
        move(sandboxes::get, view -> "Sandbox %s is %s.".formatted(name(view), state(view))));
  }

  private static Tool create(Sandboxes sandboxes) {
    return new Tool(
        sandboxes,
        Deed.CREATE,
        "sandboxes_create",
        "Make a sandbox",
        "Makes a sandbox: a computer of its own with a home folder, in which you run commands with"
            + " sandbox_exec. It is kept, with its files, until it is deleted, so look with"
            + " sandboxes_list whether there is one to go on with. After "
            + Words.span(sandboxes.idleAfter())
            + " without a command it falls asleep; the next command wakes it. Answers when it is"
            + " awake. If the answer gets lost, call again with the same idempotency_key: that"
            + " makes no second one.",
        List.of(
            new Parameter.Words(
                NAME,
                "What to call it: 1 to 64 characters, not taken in its connection. Call it after"
                    + " what it is for.",
                "a name of 1 to 64 characters",
                true,
                64),
            Parameters.optional(
                CONNECTION,
                "The name or id of the connection to make it in. Needed only when you may use more"
                    + " than one.",
                "a connection's name or id"),
            new Parameter.Words(
                IDEMPOTENCY_KEY,
                "A key of your choice. The same key again answers what the first call made, and"
                    + " makes nothing.",
                "a key of 1 to 200 characters",
                false,
                200),
            Parameters.TASK),
        SandboxJson.class,
        Hints.ADDS,
        call -> {
          Arguments arguments = call.arguments();
          CreateRequest request =
              new CreateRequest(
                  arguments.text(NAME),
                  arguments.text(CONNECTION),
                  arguments.text(IDEMPOTENCY_KEY));
          return Tool.resultOf(
              sandboxes.create(call.caller(), request),
              view ->
                  ToolResult.done(
                      "Sandbox %s is %s. Run commands in it with sandbox_exec."
                          .formatted(name(view), state(view)),
                      SandboxJson.of(view)));
        });
  }

  private static Tool sleep(Sandboxes sandboxes) {
    return new Tool(
        sandboxes,
        Deed.SLEEP,
        "sandboxes_sleep",
        "Put a sandbox to sleep",
        "Puts a sandbox to sleep: its files are kept, its processes end. You needn't: it falls"
            + " asleep by itself after "
            + Words.span(sandboxes.idleAfter())
            + " without a command. Refused while a command runs in it or another task is using it.",
        List.of(Parameters.SANDBOX, Parameters.TASK),
        SandboxJson.class,
        Hints.ENDS,
        move(
            sandboxes::sleep,
            view ->
                "Sandbox %s is %s. Its files are kept; its processes have ended."
                    .formatted(name(view), state(view))));
  }

  private static Tool wake(Sandboxes sandboxes) {
    return new Tool(
        sandboxes,
        Deed.WAKE,
        "sandboxes_wake",
        "Wake a sandbox",
        "Wakes a sandbox that is asleep. You needn't before a command: sandbox_exec wakes it. Its"
            + " files are as they were; processes that ran before it fell asleep have ended.",
        List.of(Parameters.SANDBOX, Parameters.TASK),
        SandboxJson.class,
        Hints.SETTLES,
        move(sandboxes::wake, view -> "Sandbox %s is %s.".formatted(name(view), state(view))));
  }

  private static Tool delete(Sandboxes sandboxes) {
    return new Tool(
        sandboxes,
        Deed.DELETE,
        "sandboxes_delete",
        "Delete a sandbox",
        "Deletes a sandbox with all its files, for good; nobody can get them back. Its name is free"
            + " then. Refused while a command runs in it or another task is using it, and where"
            + " deleting is switched off. The answer shows the sandbox as it was last.",
        List.of(Parameters.SANDBOX, Parameters.TASK),
        SandboxJson.class,
        Hints.ENDS,
        move(
            sandboxes::delete,
            view ->
                "Sandbox %s is deleted, with all its files. Its name is free again."
                    .formatted(name(view))));
  }

  /** What an ask for one sandbox answers. */
  private interface Ask {
    Answer<SandboxView> of(Caller caller, String sandbox);
  }

  private static Function<ToolCall, ToolResult> move(
      Ask ask, Function<SandboxView, String> sentence) {
    return call ->
        Tool.resultOf(
            ask.of(call.caller(), call.arguments().required(Parameters.SANDBOX_NAME)),
            view -> ToolResult.done(sentence.apply(view), SandboxJson.of(view)));
  }

  private static String name(SandboxView view) {
    return Words.quoted(view.name());
  }

  private static String state(SandboxView view) {
    return view.state().word().replace('_', ' ');
  }
}

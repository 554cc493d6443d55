package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.SandboxPage;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.wire.LifeJson;
import com.personalagentproxy.sandbox.http.wire.SandboxJson;
import com.personalagentproxy.sandbox.http.wire.SandboxPageJson;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Sandboxes themselves: list, look, make, put to sleep, wake, delete. */
final class SandboxResources {

  static final String ALL = "/api/sandboxes";
  static final String ONE = ALL + "/{sandbox}";

  private static final String IDEMPOTENCY_KEY = "Idempotency-Key";
  private static final Set<String> FOR_A_TASK = Set.of(Call.TASK);

  private final Sandboxes sandboxes;
  private final Console console;

  SandboxResources(Sandboxes sandboxes, Console console) {
    this.sandboxes = sandboxes;
    this.console = console;
  }

  /** What is made. */
  private record Making(String name, @Nullable String connection) {}

  List<Resource> all() {
    return List.of(
        Resource.get(ALL, Set.of("search", "state", "page", Call.TASK), this::list),
        Resource.post(ALL, FOR_A_TASK, this::create),
        Resource.get(ONE, FOR_A_TASK, this::get),
        Resource.delete(ONE, FOR_A_TASK, moving(new Move(sandboxes::delete, console::delete))),
        Resource.post(
            ONE + "/sleep", FOR_A_TASK, moving(new Move(sandboxes::sleep, console::sleep))),
        Resource.post(ONE + "/wake", FOR_A_TASK, moving(new Move(sandboxes::wake, console::wake))),
        Resource.get(ONE + "/life", Set.of("page"), this::life));
  }

  private void list(Call call) {
    String state = call.query("state");
    String search = call.query("search");
    String page = call.query("page");
    String task = call.task();
    Answer<SandboxPage> listed =
        call.caller() instanceof ApiCaller.OfAgent agent
            ? sandboxes.list(agent.calling(task), state, search, page)
            : console.list(call.person("This"), state, search, page);
    Reply.seen(call.context(), SandboxPageJson.of(Call.done(listed)));
  }

  private void create(Call call) {
    ApiCaller.OfAgent agent = call.agent("Making sandboxes");
    Making making = call.body(Making.class);
    String key = unquoted(call.context().header(IDEMPOTENCY_KEY));
    SandboxView made =
        Call.done(
            sandboxes.create(
                current(call, agent).calling(call.task()),
                new CreateRequest(making.name(), making.connection(), key)));
    Reply.made(call.context(), SandboxJson.of(made), ALL + "/" + made.id());
  }

  private void get(Call call) {
    String sandbox = call.path("sandbox");
    String task = call.task();
    Answer<SandboxView> seen =
        call.caller() instanceof ApiCaller.OfAgent agent
            ? sandboxes.get(agent.calling(task), sandbox)
            : console.get(call.person("This"), sandbox);
    Reply.seen(call.context(), SandboxJson.of(Call.done(seen)));
  }

  /** A move as an agent asks for it, and as a person does. */
  private record Move(
      BiFunction<Caller, String, Answer<SandboxView>> agents,
      BiFunction<Person, String, Answer<SandboxView>> persons) {}

  private Resource.Deed moving(Move move) {
    return call -> {
      String sandbox = call.path("sandbox");
      String task = call.task();
      Answer<SandboxView> moved =
          call.caller() instanceof ApiCaller.OfAgent agent
              ? move.agents().apply(agent.calling(task), sandbox)
              : move.persons().apply(call.person("This"), sandbox);
      Reply.done(call.context(), SandboxJson.of(Call.done(moved)));
    };
  }

  private void life(Call call) {
    Reply.seen(
        call.context(),
        LifeJson.of(
            Call.done(
                console.life(
                    call.person("A sandbox's life"), call.path("sandbox"), call.query("page")))));
  }

  /** Reading the body may have found out anew who calls. */
  private static ApiCaller.OfAgent current(Call call, ApiCaller.OfAgent before) {
    return call.caller() instanceof ApiCaller.OfAgent now ? now : before;
  }

  /** In the header's own syntax a key stands in quotes; one without is taken too. */
  private static @Nullable String unquoted(@Nullable String key) {
    return key != null && key.length() > 1 && key.startsWith("\"") && key.endsWith("\"")
        ? key.substring(1, key.length() - 1)
        : key;
  }
}

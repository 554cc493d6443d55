package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.console.ActivityQuery;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.wire.ActivityPageJson;
import java.util.List;
import java.util.Set;

/** The history, for people. */
final class ActivityResources {

  private final Console console;

  ActivityResources(Console console) {
    this.console = console;
  }

  List<Resource> all() {
    return List.of(
        Resource.get(
            "/api/activity", Set.of("agent", "task", "sandbox", "deed", "page"), this::list));
  }

  private void list(Call call) {
    ActivityQuery query =
        new ActivityQuery(
            call.query("agent"),
            call.query("task"),
            call.query("sandbox"),
            call.query("deed"),
            call.query("page"));
    Reply.seen(
        call.context(),
        ActivityPageJson.of(Call.done(console.activity(call.person("The history"), query))));
  }
}

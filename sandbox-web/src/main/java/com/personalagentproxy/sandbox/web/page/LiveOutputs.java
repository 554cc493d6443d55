package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.command.RunningOutput;
import com.personalagentproxy.sandbox.console.RunningView;
import com.personalagentproxy.sandbox.web.live.Event;
import com.personalagentproxy.sandbox.web.live.EventSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * What one open page of a sandbox hasn't been told yet: its changes, and what its running commands
 * print. Of that only the end is told, twice a second at most, as it is when the reader can take
 * it: a slow one is told less often, and nothing gathers for it.
 */
final class LiveOutputs implements EventSource {

  /** Of so many commands at once, those that began last. */
  private static final int MOST = 10;

  private static final JsonMapper JSON = JsonMapper.shared();

  private final LiveChanges changes;
  private final RunningView view;
  private final Map<CommandId, Long> told = new HashMap<>();
  private final Map<CommandId, RunningOutput> due = new LinkedHashMap<>();

  LiveOutputs(LiveChanges changes, RunningView view) {
    this.changes = changes;
    this.view = view;
  }

  @Override
  public synchronized boolean hasNews() {
    List<RunningOutput> running = latest(view.now());
    told.keySet()
        .retainAll(running.stream().map(RunningOutput::command).collect(Collectors.toSet()));
    for (RunningOutput each : running) {
      if (each.printed() != told.getOrDefault(each.command(), 0L)) {
        due.put(each.command(), each);
      }
    }
    return !due.isEmpty();
  }

  private static List<RunningOutput> latest(List<RunningOutput> running) {
    return running.subList(Math.max(0, running.size() - MOST), running.size());
  }

  @Override
  public synchronized Optional<Event> next() {
    Optional<Event> change = changes.next();
    return change.isPresent() || changes.isOver() ? change : output();
  }

  private Optional<Event> output() {
    Optional<RunningOutput> first = due.values().stream().findFirst();
    return first.map(
        running -> {
          RunningWord word = RunningWord.of(running);
          due.remove(running.command());
          told.put(running.command(), word.printed());
          return new Event("output", JSON.writeValueAsString(word), null);
        });
  }

  @Override
  public boolean isOver() {
    return changes.isOver();
  }

  @Override
  public boolean mayGoOn() {
    return changes.mayGoOn();
  }

  @Override
  public void close() {
    changes.close();
  }
}

package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.command.Outcome;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The history as lines for a spreadsheet, in which no cell is a formula. */
final class Csv {

  static final String HEADINGS =
      line(
          List.of(
              "time",
              "agent",
              "agent_id",
              "task",
              "task_id",
              "deed",
              "sandbox",
              "sandbox_id",
              "command",
              "result",
              "exit_code",
              "duration_ms",
              "sentence"));

  /** What a file ends with that would be too long. */
  static final String NOT_ALL =
      line(
          List.of(
              "These are the newest. Narrow it to one agent, task or sandbox to get the rest."));

  private static final String BEGINS_A_FORMULA = "=+-@\t\r\n＝＋－＠";

  private Csv() {}

  static String line(Entry entry) {
    EntryRow row = EntryRow.of(entry, entry.at());
    Verdict.@Nullable Ended ended = entry.verdict() instanceof Verdict.Ended is ? is : null;
    About about = entry.about();
    return line(
        List.of(
            entry.at().toString(),
            row.agent(),
            row.agentId(),
            orNothing(row.task()),
            orNothing(row.taskId()),
            entry.deed().word(),
            orNothing(row.sandbox()),
            about instanceof About.OfSandbox of ? of.id().toString() : "",
            entry.command() == null ? "" : entry.command().line(),
            row.result().words(),
            ended != null && ended.outcome() instanceof Outcome.Exited exited
                ? String.valueOf(exited.code())
                : "",
            ended == null ? "" : String.valueOf(ended.took().toMillis()),
            orNothing(row.result().sentence())));
  }

  private static String line(List<String> cells) {
    return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\r\n"));
  }

  /** A spreadsheet would reckon with a text that begins like a formula: a quote before it helps. */
  static String cell(String text) {
    String harmless =
        !text.isEmpty() && BEGINS_A_FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    return harmless.matches("(?s).*[\",\r\n].*")
        ? '"' + harmless.replace("\"", "\"\"") + '"'
        : harmless;
  }

  private static String orNothing(@Nullable String text) {
    return text == null ? "" : text;
  }
}

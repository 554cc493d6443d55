package com.personalagentproxy.sandbox.web.demo;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a shell would say to the story's commands, without one: files and processes pretended. */
final class PretendShell implements InMemoryMachines.Script {

  private final InMemoryMachines machines;
  private final boolean hasGit;
  private boolean outlive;
  private boolean endWithCommand;
  private final Map<MachineId, Map<String, String>> disks = new HashMap<>();

  /** Each background process's number, and how often machines had slept when it was started. */
  private final Map<String, Integer> background = new HashMap<>();

  private record Word(Pattern pattern, Function<MatchResult, Ran> answer) {
    Word(String pattern, Function<MatchResult, Ran> answer) {
      this(Pattern.compile(pattern, Pattern.DOTALL), answer);
    }
  }

  PretendShell(InMemoryMachines machines, boolean hasGit) {
    this.machines = machines;
    this.hasGit = hasGit;
  }

  /** From now on, processes outlive sleep and their command's time. */
  synchronized void leaveProcessesRunning() {
    outlive = true;
  }

  /** From now on, what a command starts in the background ends with it. */
  synchronized void endBackgroundProcessesWithTheirCommand() {
    endWithCommand = true;
  }

  @Override
  public synchronized Ran run(MachineId machine, Command command) {
    Map<String, String> files = disks.computeIfAbsent(machine, made -> new HashMap<>());
    for (Word word : words(files, command)) {
      Matcher matcher = word.pattern().matcher(command.line());
      if (matcher.matches()) {
        return word.answer().apply(matcher.toMatchResult());
      }
    }
    throw new AssertionError("The pretended shell knows no command like: " + command.line());
  }

  private List<Word> words(Map<String, String> files, Command command) {
    return List.of(
        new Word("command -v git", all -> hasGit ? Ran.printing("/usr/bin/git\n") : exit(1)),
        new Word("git init .*|.*git add .*", all -> Ran.printing("")),
        new Word("git log .*", all -> Ran.printing("Demo agent: The first note\n")),
        new Word("mkdir .* ls notes", all -> Ran.printing("first.txt\n")),
        new Word(
            "cat > (\\S+)", all -> write(files, all.group(1), String.valueOf(command.stdin()))),
        new Word("cat (\\S+)", all -> Ran.printing(files.getOrDefault(all.group(1), ""))),
        new Word(
            "wc -c < greeting.txt", all -> Ran.printing(size(files.get("greeting.txt")) + "\n")),
        new Word(
            "echo '?([^']+?)'? > (\\S+)", all -> write(files, all.group(2), all.group(1) + "\n")),
        new Word("echo kept > (\\S+); nohup sleep (\\d+) .*", all -> startInBackground(files, all)),
        new Word(".*grep -o 'sleep \\[(.)](\\d+)'.*", this::look),
        new Word("echo started; .*", all -> new Ran("started\n", "", new Outcome.TimedOut())),
        new Word("wc -c < beats.*", all -> Ran.printing("7\n7\n")));
  }

  private static Ran write(Map<String, String> files, String file, String text) {
    files.put(file, text);
    return Ran.printing("");
  }

  private static int size(@Nullable String text) {
    return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
  }

  private Ran startInBackground(Map<String, String> files, MatchResult words) {
    if (!endWithCommand) {
      background.put(words.group(2), machines.calls(Verb.SLEEP));
    }
    return write(files, words.group(1), "kept\n");
  }

  private Ran look(MatchResult words) {
    String number = words.group(1) + words.group(2);
    Integer sleeps = background.get(number);
    boolean runs = outlive || (sleeps != null && sleeps == machines.calls(Verb.SLEEP));
    return Ran.printing(runs ? "sleep " + number + "\n" : "none\n");
  }

  private static Ran exit(int code) {
    return Ran.ending(new Outcome.Exited(code));
  }
}

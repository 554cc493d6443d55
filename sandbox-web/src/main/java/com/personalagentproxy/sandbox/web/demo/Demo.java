package com.personalagentproxy.sandbox.web.demo;

import com.personalagentproxy.sandbox.machine.MachineBackend.Gap;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tells the story of a sandbox to a running server, as an agent over MCP, and checks each step.
 * What else is on the server is left alone; what the story makes is gone afterwards, and the
 * setting it touches is as it was before.
 */
public final class Demo {

  private final URI endpoint;
  private final String token;
  private final TurnDeleteOn person;
  private final List<Gap> gaps;
  private final Narrator narrator;
  private final List<Step> steps;

  /**
   * A story to be told.
   *
   * @param endpoint where the server speaks MCP
   * @param token the agent's; it is never printed
   * @param connection the name or id of the connection to make the sandbox in; may be empty if the
   *     agent may use just one
   * @param gaps what the server's backend says that it can't do: it isn't asked for, and said so
   * @param out takes what is told, line by line
   * @param coloured whether {@code out} shows colours
   */
  public Demo(
      URI endpoint,
      String token,
      String connection,
      TurnDeleteOn person,
      List<Gap> gaps,
      Consumer<String> out,
      boolean coloured) {
    this.endpoint = endpoint;
    this.token = token;
    this.person = person;
    this.gaps = List.copyOf(gaps);
    this.narrator = new Narrator(out, coloured ? Palette.COLOURED : Palette.PLAIN, token);
    this.steps =
        List.of(
            new MakesOne(connection),
            new RunsGit(),
            new KeepsFile(),
            new SleepsAndWakes(),
            new RunsOutOfTime(),
            new RefusesOthers(),
            new PassesOn(),
            new Deletes());
  }

  /** Tells it, step by step. A server that can't be spoken to is told of in one sentence. */
  public DemoResult run() {
    AgentClient agent = new AgentClient(endpoint, token);
    Welcome welcome;
    try {
      welcome = agent.initialize();
    } catch (AgentException failure) {
      narrator.sentence(failure.sentence());
      return new DemoResult(0, 0, steps.size(), true);
    }
    narrator.sentence("An agent comes to %s at %s.".formatted(welcome.server(), endpoint));
    DemoResult result = tell(new Story(agent, narrator, welcome, new DeleteSwitch(person), gaps));
    narrator.sentence("");
    narrator.sentence(result.sentence());
    return result;
  }

  private DemoResult tell(Story story) {
    int held = 0;
    int failed = 0;
    boolean goesOn = true;
    boolean tidy;
    try {
      for (Step step : steps) {
        if (goesOn) {
          narrator.heading(held + failed + 1, step.heading());
          switch (tell(step, story)) {
            case HELD -> held++;
            case FAILED -> {
              failed++;
              // Without its sandbox, none of the others means anything.
              goesOn = !(step instanceof MakesOne);
            }
            case AWAY -> {
              failed++;
              goesOn = false;
            }
          }
        }
      }
    } finally {
      tidy = new TidyUp(story).tidy();
    }
    return new DemoResult(held, failed, steps.size() - held - failed, tidy);
  }

  private enum Ending {
    HELD,
    FAILED,
    AWAY
  }

  private Ending tell(Step step, Story story) {
    try {
      step.tell(story);
      return Ending.HELD;
    } catch (Unmet unmet) {
      narrator.failed(unmet.expected(), unmet.got());
      return Ending.FAILED;
    } catch (AgentException failure) {
      narrator.failed("the call is answered", failure.sentence());
      return failure.isAway() ? Ending.AWAY : Ending.FAILED;
    }
  }
}

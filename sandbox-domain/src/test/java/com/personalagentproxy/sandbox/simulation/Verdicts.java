package com.personalagentproxy.sandbox.simulation;

import static com.personalagentproxy.sandbox.simulation.Judge.must;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.StateName;

/** Whether what a caller was told is true of what happened. */
final class Verdicts {

  private final Installation installation;
  private final Judge judge;

  Verdicts(Installation installation, Judge judge) {
    this.installation = installation;
    this.judge = judge;
  }

  /** The answer to a command. */
  void ran(Call call, Answer<CommandResult> answer) {
    int times = installation.machines.timesRun(call.word);
    if (answer instanceof Answer.Refused<CommandResult> refused) {
      must(times == 0 || call.isRepeat, "%s was refused (%s) and ran.", call, refused.refusal());
      isTrue(call, refused.refusal());
      return;
    }
    CommandResult result = answer.orElseThrow();
    if (result.outcome() instanceof Outcome.Lost lost) {
      must(
          judge.hasSeenFaults()
              || call.isRepeat
              || call.isStopped
              || call.sawStates.contains(StateName.DELETING)
              || call.sawStates.contains(StateName.FALLING_ASLEEP)
              || call.sawNone,
          "%s was lost (%s), though nothing had gone wrong.",
          call,
          lost.why());
      return;
    }
    must(
        times == 1 || (call.isRepeat && times > 1),
        "%s came to %s and ran %s times.",
        call,
        result.outcome(),
        times);
    must(
        result.stdout().text().equals(call.word),
        "%s printed %s, which another command should have.",
        call,
        result.stdout().text());
  }

  /** The answer to a call that moves a sandbox, or looks at it. */
  void moved(Call call, Answer<SandboxView> answer) {
    if (answer instanceof Answer.Refused<SandboxView> refused) {
      isTrue(call, refused.refusal());
      return;
    }
    SandboxView view = answer.orElseThrow();
    switch (call.kind) {
      case SLEEP -> must(saw(call, StateName.ASLEEP), "%s is done, and it never slept.", call);
      case WAKE -> must(saw(call, StateName.AWAKE), "%s is done, and it was never awake.", call);
      case DELETE -> {
        must(call.sawNone, "%s is done, and it was there all the time.", call);
        must(
            installation.store.find(view.id()).isEmpty(),
            "%s is done, and sandbox %s is still there (M7).",
            call,
            view.id());
      }
      case CREATE -> must(!call.sawStates.isEmpty(), "%s is done, and there is none.", call);
      case GET ->
          must(
              call.sawStates.contains(view.state()),
              "%s says %s, which it never was meanwhile.",
              call,
              view.state());
      case RUN, LIST, START_TASK, FINISH_TASK, PERSON_RUNS, SWEEP -> {}
      case PERSON_DELETES -> must(call.sawNone, "%s is done, and it was there all the time.", call);
      case PERSON_SLEEPS ->
          must(saw(call, StateName.ASLEEP), "%s is done, and it never slept.", call);
      case PERSON_WAKES ->
          must(saw(call, StateName.AWAKE), "%s is done, and it was never awake.", call);
    }
  }

  private static boolean saw(Call call, StateName state) {
    return call.sawStates.contains(state);
  }

  /** What a refusal says must have been so at some moment of the call. */
  private void isTrue(Call call, Refusal refusal) {
    must(
        call.claims == 0 || !isDecidedBefore(refusal),
        "%s was refused (%s) after it had moved the sandbox (M4).",
        call,
        refusal.sentence());
    if (refusal instanceof Refusal.Stopped) {
      must(call.isStopped || call.isRepeat, "%s was told that it was stopped.", call);
    } else if (refusal instanceof Refusal.InUse) {
      must(
          call.sawOthersHold,
          "%s was told that another task has it, which was not so: %s (L3, L5)",
          call,
          refusal.sentence());
    } else if (refusal instanceof Refusal.NotFound) {
      must(
          call.sawNone, "%s was told: %s And it was there all the time.", call, refusal.sentence());
    } else if (refusal instanceof Refusal.Ambiguous) {
      must(call.sawSeveral, "%s was told: %s And there was one.", call, refusal.sentence());
    } else if (refusal instanceof Refusal.TaskFinished) {
      must(call.sawTaskFinished, "%s was told that its task is finished.", call);
    } else if (refusal instanceof Refusal.CommandRunning) {
      must(call.sawCommands, "%s was told that a command runs.", call);
    } else if (refusal instanceof Refusal.NameTaken) {
      must(!call.sawStates.isEmpty(), "%s was told that the name is taken.", call);
    } else if (refusal instanceof Refusal.WrongState) {
      must(
          saw(call, StateName.DELETING) || saw(call, StateName.LOST) || call.sawStates.size() > 1,
          "%s was told: %s And it was neither.",
          call,
          refusal.sentence());
    } else if (refusal instanceof Refusal.BackendFailed) {
      must(
          judge.hasSeenFaults(),
          "%s was told: %s And nothing had failed.",
          call,
          refusal.sentence());
    } else if (refusal instanceof Refusal.NotAllowed || refusal instanceof Refusal.NotOffered) {
      throw new Violation(call + " was not allowed: " + refusal.sentence());
    }
  }

  private static boolean isDecidedBefore(Refusal refusal) {
    return refusal instanceof Refusal.InUse
        || refusal instanceof Refusal.Invalid
        || refusal instanceof Refusal.TaskFinished
        || refusal instanceof Refusal.CommandRunning;
  }
}

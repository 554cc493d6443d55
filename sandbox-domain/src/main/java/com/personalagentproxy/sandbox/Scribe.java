package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.move.Ports;
import java.util.function.Function;

/**
 * Writes every call down before it is answered (H1). When that can't be, the call fails with what
 * the port threw, whatever was done.
 */
final class Scribe {

  private final Ports ports;

  Scribe(Ports ports) {
    this.ports = ports;
  }

  /** Carries out a call, which adds to the draft what it comes to know. */
  <T> Answer<T> written(Deed deed, Agent agent, Function<Draft, Answer<T>> call) {
    Draft draft = new Draft(agent, deed, ports.now());
    Answer<T> answer;
    try {
      answer = call.apply(draft);
    } catch (StorageException failure) {
      writeFailed(draft, failure);
      throw draft.isAdmitted() ? failure.afterSomethingWasDone() : failure;
    } catch (RuntimeException | Error failure) {
      writeFailed(draft, failure);
      throw failure;
    }
    try {
      write(draft, verdict(draft, answer));
    } catch (StorageException unwritten) {
      throw unwritten.afterSomethingWasDone();
    }
    return answer;
  }

  private void writeFailed(Draft draft, Throwable failure) {
    try {
      write(draft, new Verdict.Failed(failure.getClass().getName()));
    } catch (RuntimeException another) {
      failure.addSuppressed(another);
    }
  }

  private static Verdict verdict(Draft draft, Answer<?> answer) {
    return answer instanceof Answer.Refused<?> refused
        ? new Verdict.Refused(refused.refusal().kind(), refused.refusal().sentence())
        : draft.done();
  }

  private void write(Draft draft, Verdict verdict) {
    if (!draft.isAdmitted()) {
      ports.activity().write(draft.entry(new EntryId(ports.newId()), verdict));
    }
  }
}

package com.personalagentproxy.sandbox.http.oauth;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Pages of plain words. */
final class PlainPages implements ConsentPages {

  private final AtomicReference<@Nullable Wrong> told = new AtomicReference<>();
  private final AtomicReference<@Nullable Question> asked = new AtomicReference<>();

  /** What was asked last. */
  Question asked() {
    Question last = asked.get();
    if (last == null) {
      throw new AssertionError("Nobody was asked anything.");
    }
    return last;
  }

  @Override
  public String ask(Question question) {
    asked.set(question);
    return "Let " + question.client() + " in?";
  }

  @Override
  public String offerToTell(Wrong wrong) {
    told.set(wrong);
    return wrong.sentence() + " It would go to " + wrong.goesTo() + ".";
  }

  /** What a program did wrong last. */
  Wrong told() {
    Wrong last = told.get();
    if (last == null) {
      throw new AssertionError("No program did anything wrong.");
    }
    return last;
  }

  @Override
  public String signInFirst(String comeBack) {
    return "Sign in, then " + comeBack;
  }

  @Override
  public String say(String heading, String sentence) {
    return heading + ": " + sentence;
  }
}

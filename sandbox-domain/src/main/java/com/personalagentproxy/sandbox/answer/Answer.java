package com.personalagentproxy.sandbox.answer;

import java.util.function.Function;

/**
 * What a call came to: {@link Done} with a value, or {@link Refused} with the reason in words.
 *
 * @param <T> what a call that was not refused gives
 */
public sealed interface Answer<T> {

  /** The call was carried out. */
  record Done<T>(T value) implements Answer<T> {}

  /** The call was not carried out, and nothing of it was. */
  record Refused<T>(Refusal refusal) implements Answer<T> {}

  static <T> Answer<T> done(T value) {
    return new Done<>(value);
  }

  static <T> Answer<T> refused(Refusal refusal) {
    return new Refused<>(refusal);
  }

  /** Goes on with the value; a refusal stays as it is. */
  default <R> Answer<R> then(Function<? super T, Answer<R>> next) {
    if (this instanceof Done<T> done) {
      return next.apply(done.value());
    }
    return refused(((Refused<T>) this).refusal());
  }

  /** Turns the value into another; a refusal stays as it is. */
  default <R> Answer<R> map(Function<? super T, ? extends R> change) {
    return then(value -> done(change.apply(value)));
  }

  /**
   * The value, for callers that know there is one.
   *
   * @throws IllegalStateException if the call was refused; its message is the refusal's sentence
   */
  default T orElseThrow() {
    if (this instanceof Done<T> done) {
      return done.value();
    }
    throw new IllegalStateException(((Refused<T>) this).refusal().sentence());
  }
}

package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.machine.StateName;

/**
 * A state as the pages show it.
 *
 * @param word as the wire has it
 * @param words as people read it
 * @param look names its colour and mark in the style sheet
 */
public record StateWord(String word, String words, String look) {

  /** The word for it. */
  public static StateWord of(StateName state) {
    return switch (state) {
      case CREATING -> moving(state, "being made");
      case AWAKE -> new StateWord(state.word(), "awake", "awake");
      case FALLING_ASLEEP -> moving(state, "falling asleep");
      case ASLEEP -> new StateWord(state.word(), "asleep", "asleep");
      case WAKING -> moving(state, "waking");
      case DELETING -> moving(state, "being deleted");
      case LOST -> new StateWord(state.word(), "lost", "lost");
    };
  }

  private static StateWord moving(StateName state, String words) {
    return new StateWord(state.word(), words, "moving");
  }
}

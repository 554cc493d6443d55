package com.personalagentproxy.sandbox.life;

import java.util.List;

/**
 * Steps in the order of their numbers.
 *
 * @param newest the highest number of any step there was, whatever was asked for
 */
public record Steps(List<Step> steps, long newest) {

  public Steps {
    steps = List.copyOf(steps);
  }
}

package com.personalagentproxy.sandbox.task;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import org.jspecify.annotations.Nullable;

/** A task's title: 1 to 200 characters after trimming, on one line. */
public record TaskTitle(String text) {

  static final int LONGEST = 200;

  /** Checks what a caller wrote. */
  public static Answer<TaskTitle> of(@Nullable String title) {
    return Text.oneLine("title", title, LONGEST)
        .<Answer<TaskTitle>>map(problem -> Answer.refused(new Refusal.Invalid("title", problem)))
        .orElseGet(() -> Answer.done(new TaskTitle(Text.trimmed(title))));
  }
}

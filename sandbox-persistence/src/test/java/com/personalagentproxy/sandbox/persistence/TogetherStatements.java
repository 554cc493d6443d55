package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.persistence.EndedTogether.End;
import com.personalagentproxy.sandbox.persistence.KeptTogether.Form;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/**
 * The statements for many, for tests in other packages: which of a shortcut's calls go together is
 * up to who comes when.
 */
public final class TogetherStatements {

  private final Statements statements;
  private final Rows<KeptRow> rows = Rows.of(KeptRow.class);
  private final EndedTogether ending;

  public TogetherStatements(Jdbi jdbi) {
    statements = new Statements(jdbi);
    ending = new EndedTogether(statements);
  }

  /** Counts all of them in, which must be of one form. */
  public void keep(List<Shortcut.Next> all) {
    require(all, new KeptTogether(Form.of(all.get(0)), rows, statements).of(all).size());
  }

  /** Ends all of them. */
  public void end(List<Shortcut.Kept> all, Verdict.Ending ending, Instant now) {
    require(
        all,
        this.ending
            .of(
                all.stream()
                    .map(
                        kept ->
                            new End(
                                kept.sandbox().id(),
                                kept.sandbox().running().get(0).id(),
                                kept.task().id(),
                                ending,
                                now))
                    .toList())
            .size());
  }

  private static void require(List<?> all, int done) {
    if (done < all.size()) {
      throw new IllegalStateException("Of %s only %s went.".formatted(all.size(), done));
    }
  }
}

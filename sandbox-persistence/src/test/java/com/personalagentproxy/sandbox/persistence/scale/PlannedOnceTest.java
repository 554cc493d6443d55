package com.personalagentproxy.sandbox.persistence.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.collection.SandboxReference;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.persistence.PostgresShortcut;
import com.personalagentproxy.sandbox.persistence.Tables;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import com.personalagentproxy.sandbox.persistence.TogetherStatements;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What many ask together has one plan, however many they are: to plan it anew each time took longer
 * than all else in it.
 */
class PlannedOnceTest {

  private static final Population POPULATION = new Population(1000, 1000, 0);

  /** The driver prepares a statement after five times; PostgreSQL then tries five plans. */
  private static final int OFTEN = 15;

  private static final int TRIED = 5;

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  /**
   * How often a statement was run.
   *
   * @param anyones by a plan for whatever is bound
   * @param ones by a plan for what was bound
   */
  public record Runs(long anyones, long ones) {}

  @Test
  void howeverManyGoTogetherTheirStatementsAreNotPlannedAnew() {
    DatabaseAddress address = DATABASE.emptyOne();
    try (Database database = Database.open(address, "alone", 1, Tables.SERVER)) {
      POPULATION.fill(address);
      Shortcut shortcut = new PostgresShortcut(database.jdbi());
      TogetherStatements together = new TogetherStatements(database.jdbi());
      for (int time = 0; time < OFTEN; time++) {
        together.keep(some(1 + time % TRIED, 0));
        together.end(
            some(1 + time % TRIED, POPULATION.sandboxes() / 2).stream()
                .map(next -> shortcut.keep(next).orElseThrow())
                .toList(),
            SomeEntry.exited(),
            Population.NOW);
      }

      List<Runs> runs =
          database
              .jdbi()
              .withHandle(
                  handle ->
                      handle
                          .createQuery(
                              """
                              SELECT generic_plans AS anyones, custom_plans AS ones
                              FROM pg_prepared_statements WHERE statement LIKE '%unnest(bound.%'
                              """)
                          .map(ConstructorMapper.of(Runs.class))
                          .list());
      assertThat(runs)
          .hasSize(2)
          .allSatisfy(
              each -> {
                assertThat(each.anyones()).isPositive();
                assertThat(each.ones()).isLessThanOrEqualTo(TRIED);
              });
    }
  }

  private static List<Shortcut.Next> some(int many, int first) {
    return IntStream.range(first, first + many).mapToObj(PlannedOnceTest::next).toList();
  }

  private static Shortcut.Next next(int number) {
    List<ConnectionId> seen =
        List.of(
            number % 2 == 0
                ? Population.largeConnection()
                : POPULATION.smallConnection(number / 20));
    return new Shortcut.Next(
        POPULATION.agent(number),
        seen,
        seen,
        new SandboxReference.ById(Population.sandbox(number)),
        POPULATION.holder(number),
        new CommandId(UUID.randomUUID()),
        Population.NOW.plusSeconds(1),
        AskedCommand.of("make test", null),
        Population.NOW,
        Population.NOW);
  }
}

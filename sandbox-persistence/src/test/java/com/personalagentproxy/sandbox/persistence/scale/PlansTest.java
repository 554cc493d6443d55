package com.personalagentproxy.sandbox.persistence.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * N3, M9: each statement reads what it gives and next to nothing else, however much there is. Here
 * at a size at which a plan that reads whole tables shows.
 */
@Tag("once")
class PlansTest {

  /** The driver prepares a statement after five times, and PostgreSQL may keep a plan after ten. */
  private static final int OFTEN = 12;

  /**
   * Of a few pages here, and sign-ins of a quarter of an hour: read quicker than an index of them.
   */
  private static final Set<String> SMALL =
      Set.of(
          "agents",
          "members",
          "organizations",
          "connections",
          "connection_settings",
          "experiments",
          "sign_ins");

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final Population POPULATION = new Population(20_000, 40_000, 8_000);

  private static ObservedDatabase observed;

  @BeforeAll
  static void fill() {
    DatabaseAddress address = DATABASE.emptyOne();
    observed = new ObservedDatabase(address);
    POPULATION.fill(address);
  }

  @AfterAll
  static void close() {
    observed.close();
  }

  @TestFactory
  Stream<DynamicTest> readsOffIndexesWhatItGivesAndLittleElse() {
    return new Operations(POPULATION, observed.jdbi(), 1)
        .all().stream()
            .map(operation -> DynamicTest.dynamicTest(operation.name(), () -> check(operation)));
  }

  private void check(Operation operation) {
    IntStream.range(1, OFTEN).forEach(time -> operation.prepared().get().run());
    List<Plan> plans = observed.plansOf(operation.prepared().get());

    assertThat(plans).isNotEmpty();
    for (Plan plan : plans) {
      assertThat(plan.tablesReadWhole())
          .filteredOn(table -> !SMALL.contains(table))
          .as("read whole by %s", plan)
          .isEmpty();
      assertThat(plan.rowsRead()).as("rows read by %s", plan).isLessThanOrEqualTo(operation.most());
      assertThat(plan.rowsSorted())
          .as("rows sorted by %s", plan)
          .isLessThanOrEqualTo(Population.DUE);
    }
  }
}

package com.personalagentproxy.sandbox.web.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The project keeps the rules of the house, and each rule is seen to catch a bad example. */
class ArchitectureTest {

  private static final String PROJECT = "com.personalagentproxy.sandbox";
  private static final String FIXTURE = PROJECT + ".web.architecture.fixture";

  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages(PROJECT);
  private static final JavaClasses BAD_EXAMPLES = new ClassFileImporter().importPackages(FIXTURE);

  @ParameterizedTest
  @EnumSource
  void theProjectKeeps(HouseRule rule) {
    rule.under(PROJECT).check(CODE);
  }

  @ParameterizedTest
  @EnumSource
  void theBadExampleAndNoOtherIsCaughtBy(HouseRule rule) {
    EvaluationResult result = rule.under(FIXTURE).evaluate(BAD_EXAMPLES);

    List<String> findings = result.getFailureReport().getDetails();

    assertThat(findings)
        .isNotEmpty()
        .allSatisfy(finding -> assertThat(finding).contains(FIXTURE + "." + badExample(rule)));
  }

  @Test
  void aReferenceToTheClockIsCaughtLikeACall() {
    EvaluationResult result = HouseRule.TIME_COMES_IN.under(FIXTURE).evaluate(BAD_EXAMPLES);

    assertThat(result.getFailureReport().getDetails())
        .anyMatch(finding -> finding.contains("calls method"))
        .anyMatch(finding -> finding.contains("references method"));
  }

  @Test
  void everyModuleIsLookedAtAndNoTest() {
    for (String module : List.of("lease", "persistence", "backend", "http", "docs", "web")) {
      assertThat(CODE).anyMatch(type -> type.getPackageName().equals(PROJECT + "." + module));
    }
    assertThat(CODE).noneMatch(type -> type.getSimpleName().endsWith("Test"));
    assertThat(CODE).noneMatch(type -> type.getPackageName().startsWith(FIXTURE));
  }

  private static String badExample(HouseRule rule) {
    return switch (rule) {
      case PLAIN_DOMAIN -> "lease.DrawsOnSql";
      case ADAPTERS_APART -> "http.ReachesOver";
      case TIME_COMES_IN -> "lease.ReadsTheClock";
      case ONLY_MAIN_EXITS -> "lease.EndsTheProcess";
      case TELLING_NAMES -> "lease.LeaseManager";
      case NO_CYCLES -> "cycle";
      case NULL_MARKED -> "unmarked.Unmarked";
      case CHARSETS_NAMED -> "lease.GuessesTheCharset";
    };
  }
}

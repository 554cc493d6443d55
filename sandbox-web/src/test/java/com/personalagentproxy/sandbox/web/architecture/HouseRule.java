package com.personalagentproxy.sandbox.web.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameStartingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;

/** A rule about the code below a root package: the project's own, or that of the bad examples. */
enum HouseRule {
  PLAIN_DOMAIN,
  ADAPTERS_APART,
  TIME_COMES_IN,
  ONLY_MAIN_EXITS,
  TELLING_NAMES,
  NO_CYCLES,
  NULL_MARKED,
  CHARSETS_NAMED;

  private static final List<String> ADAPTERS = List.of("persistence", "backend", "http", "docs");
  private static final List<String> VAGUE =
      List.of("Impl", "Manager", "Util", "Utils", "Helper", "Port");

  /** What falls back on the charset of the computer it runs on: on Java 17 any. */
  private static final Set<String> OF_ITS_CHARSET =
      Set.of(
          "java.io.ByteArrayOutputStream.toString()",
          "java.io.FileReader.<init>(java.io.File)",
          "java.io.FileReader.<init>(java.lang.String)",
          "java.io.FileWriter.<init>(java.io.File)",
          "java.io.FileWriter.<init>(java.io.File, boolean)",
          "java.io.FileWriter.<init>(java.lang.String)",
          "java.io.FileWriter.<init>(java.lang.String, boolean)",
          "java.io.InputStreamReader.<init>(java.io.InputStream)",
          "java.io.OutputStreamWriter.<init>(java.io.OutputStream)",
          "java.io.PrintStream.<init>(java.io.OutputStream)",
          "java.io.PrintStream.<init>(java.io.OutputStream, boolean)",
          "java.io.PrintWriter.<init>(java.io.OutputStream)",
          "java.io.PrintWriter.<init>(java.io.OutputStream, boolean)",
          "java.lang.String.<init>([B)",
          "java.lang.String.<init>([B, int, int)",
          "java.lang.String.getBytes()",
          "java.nio.charset.Charset.defaultCharset()",
          "java.util.Scanner.<init>(java.io.InputStream)");

  /** The rule for the code in {@code root} and below. */
  ArchRule under(String root) {
    return switch (this) {
      case PLAIN_DOMAIN -> plainDomain(root);
      case ADAPTERS_APART -> adaptersApart(root);
      case TIME_COMES_IN -> timeComesIn(root);
      case ONLY_MAIN_EXITS -> onlyMainExits(root);
      case TELLING_NAMES -> tellingNames();
      case NO_CYCLES -> noCycles();
      case NULL_MARKED -> nullMarked();
      case CHARSETS_NAMED -> charsetsNamed();
    };
  }

  private static ArchRule plainDomain(String root) {
    String[] outer = {
      root + ".persistence..",
      root + ".backend..",
      root + ".http..",
      root + ".docs..",
      root + ".web.."
    };
    DescribedPredicate<JavaClass> domain =
        resideInAPackage(root + "..").and(resideOutsideOfPackages(outer)).as("the domain");
    DescribedPredicate<JavaClass> plainJava =
        resideInAnyPackage(
                "java.lang..",
                "java.util..",
                "java.time..",
                "java.nio.charset",
                "java.io",
                "org.jspecify..")
            .and(resideOutsideOfPackages("java.util.logging.."))
            .or(nameStartingWith("java.text.Normalizer"))
            .or(nameStartingWith("java.security.MessageDigest"))
            .or(nameStartingWith("java.security.NoSuchAlgorithmException"));
    return classes()
        .that(domain)
        .should()
        .onlyDependOnClassesThat(domain.or(plainJava).as("are the domain's or plain Java's"));
  }

  private static ArchRule adaptersApart(String root) {
    List<ArchRule> rules = new ArrayList<>();
    for (String adapter : ADAPTERS) {
      String[] others =
          ADAPTERS.stream()
              .filter(other -> !other.equals(adapter))
              .map(other -> root + "." + other + "..")
              .toArray(String[]::new);
      rules.add(
          noClasses()
              .that()
              .resideInAPackage(root + "." + adapter + "..")
              .should()
              .dependOnClassesThat(
                  resideInAnyPackage(others).or(resideInAPackage(root + ".web.."))));
    }
    // An adapter may be absent among the bad examples.
    return CompositeArchRule.of(rules).allowEmptyShould(true);
  }

  private static ArchRule timeComesIn(String root) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(root + ".web..")
        .should()
        .accessTargetWhere(use("the computer's time", HouseRule::readsTime));
  }

  private static boolean readsTime(CodeUnitAccessTarget target) {
    String name = target.getName();
    JavaClass owner = target.getOwner();
    if (owner.isAssignableTo(Clock.class) || owner.isAssignableTo(InstantSource.class)) {
      return name.startsWith("system")
          || Set.of("tickMillis", "tickSeconds", "tickMinutes").contains(name);
    }
    if (owner.isEquivalentTo(System.class)) {
      return name.equals("currentTimeMillis");
    }
    // now(Clock) reads the clock it is given.
    return owner.getPackageName().startsWith("java.time")
        && name.equals("now")
        && target.getRawParameterTypes().stream()
            .noneMatch(type -> type.isEquivalentTo(Clock.class));
  }

  private static ArchRule onlyMainExits(String root) {
    return noClasses()
        .that()
        .doNotHaveFullyQualifiedName(root + ".web.Main")
        .should()
        .accessTargetWhere(
            use(
                "the end of the process",
                target ->
                    (target.getOwner().isEquivalentTo(System.class)
                            || target.getOwner().isEquivalentTo(Runtime.class))
                        && Set.of("exit", "halt").contains(target.getName())));
  }

  private static ArchRule tellingNames() {
    return noClasses()
        .should(
            new ArchCondition<JavaClass>("be called *" + String.join(", *", VAGUE)) {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                boolean vague = VAGUE.stream().anyMatch(type.getSimpleName()::endsWith);
                events.add(
                    new SimpleConditionEvent(type, vague, type.getName() + " has a vague name"));
              }
            });
  }

  private static ArchRule noCycles() {
    return slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public SliceIdentifier getIdentifierOf(JavaClass type) {
                return SliceIdentifier.of(type.getPackageName());
              }

              @Override
              public String getDescription() {
                return "packages";
              }
            })
        .namingSlices("$1")
        .should()
        .beFreeOfCycles();
  }

  private static ArchRule nullMarked() {
    return classes()
        .should(
            new ArchCondition<JavaClass>("be in a package that is @NullMarked") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                events.add(
                    new SimpleConditionEvent(
                        type,
                        type.getPackage().isAnnotatedWith(NullMarked.class),
                        type.getName() + " is in a package without @NullMarked"));
              }
            });
  }

  private static ArchRule charsetsNamed() {
    return noClasses()
        .should()
        .accessTargetWhere(
            use("the computer's charset", target -> OF_ITS_CHARSET.contains(target.getFullName())));
  }

  private static DescribedPredicate<JavaAccess<?>> use(
      String what, Predicate<CodeUnitAccessTarget> targets) {
    return DescribedPredicate.describe(
        "use " + what,
        access ->
            access.getTarget() instanceof CodeUnitAccessTarget target && targets.test(target));
  }
}

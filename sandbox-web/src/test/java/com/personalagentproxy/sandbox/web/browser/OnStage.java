package com.personalagentproxy.sandbox.web.browser;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the one stage. Skips them aloud where there is no browser, unless SANDBOX_TEST_STRICT
 * is true.
 */
final class OnStage implements ExecutionCondition, ParameterResolver {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return Chromium.path().isPresent() || "true".equals(System.getenv("SANDBOX_TEST_STRICT"))
        ? ConditionEvaluationResult.enabled("There is a browser, or there has to be.")
        : ConditionEvaluationResult.disabled(
            "There is no Chromium: apt-get install chromium, or name one with"
                + " SANDBOX_TEST_BROWSER.");
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Stage.class;
  }

  @Override
  public Stage resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.GLOBAL)
        .computeIfAbsent("stage", key -> new Stage(), Stage.class);
  }
}

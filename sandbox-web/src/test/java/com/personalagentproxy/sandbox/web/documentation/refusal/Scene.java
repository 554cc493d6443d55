package com.personalagentproxy.sandbox.web.documentation.refusal;

import java.util.function.Function;

/**
 * How a refusal comes about.
 *
 * @param when for the reader
 * @param plays what is done in a new world; gives what the tool said
 */
record Scene(String when, Function<Stage, String> plays) {}

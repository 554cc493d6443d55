package com.personalagentproxy.sandbox.http;

/** Ends the work on a request with a problem, which becomes its answer. */
public final class ProblemException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(problem.message());
    this.problem = problem;
  }

  public ProblemException(ErrorKind kind, String message) {
    this(Problem.of(kind, message));
  }

  public Problem problem() {
    return problem;
  }
}

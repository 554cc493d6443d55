package com.personalagentproxy.sandbox.web.page;

/** Pages that belong together. */
@FunctionalInterface
public interface PageGroup {

  /** Enters them in the table, each at an address of {@link PageRoute}. */
  void enter(PageTable table);
}

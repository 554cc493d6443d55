package com.personalagentproxy.sandbox.persistence;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Leaves sessions that may not write: they belong to a server that isn't the first any more, or was
 * closed for writes for a while, and another may be better.
 */
final class ClosedForWrites implements SQLExceptionOverride {

  private static final String READ_ONLY = "25006";

  @java.lang.Override
  public SQLExceptionOverride.Override adjudicate(SQLException failure) {
    return READ_ONLY.equals(failure.getSQLState())
        ? SQLExceptionOverride.Override.MUST_EVICT
        : SQLExceptionOverride.Override.CONTINUE_EVICT;
  }
}

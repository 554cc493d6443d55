package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.move.CensusResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the operator what a census did, if it did anything. */
final class CensusLog {

  private static final Logger log = LoggerFactory.getLogger(CensusLog.class);

  private CensusLog() {}

  static void tell(CensusResult census) {
    if (census.orphansPutToSleep() + census.orphansDeleted() > 0) {
      log.warn(
          "Of {} machines some belong to no sandbox: {} were put to sleep, {} deleted with their files. If a database was restored from a backup, see “Backup and restore” in docs/operators.md.",
          census.machines(),
          census.orphansPutToSleep(),
          census.orphansDeleted());
    }
    if (census.rowsMended() > 0) {
      log.info("{} sandboxes were mended after their machines.", census.rowsMended());
    }
    if (census.failures() > 0) {
      log.warn("The backend failed for {} machines; they are tried again.", census.failures());
    }
    if (census.cutShort() != null) {
      log.warn("A census saw only {} machines. {}", census.machines(), census.cutShort());
    }
  }
}

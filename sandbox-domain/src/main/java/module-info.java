/**
 * The rules of Sandboxes, without a framework and without I/O: what a proxy embeds. It needs
 * nothing but Java's base module; JSpecify's annotations are for compilers only and may be absent
 * at run time.
 */
module com.personalagentproxy.sandbox.domain {
  requires static transitive org.jspecify;

  exports com.personalagentproxy.sandbox;
  exports com.personalagentproxy.sandbox.access;
  exports com.personalagentproxy.sandbox.activity;
  exports com.personalagentproxy.sandbox.answer;
  exports com.personalagentproxy.sandbox.collection;
  exports com.personalagentproxy.sandbox.command;
  exports com.personalagentproxy.sandbox.console;
  exports com.personalagentproxy.sandbox.lease;
  exports com.personalagentproxy.sandbox.life;
  exports com.personalagentproxy.sandbox.machine;
  exports com.personalagentproxy.sandbox.move;
  exports com.personalagentproxy.sandbox.task;
}

package com.personalagentproxy.sandbox.collection;

/** What every {@link Shortcut} keeps, as tests. An adapter's test implements this. */
public interface ShortcutContract extends ShortWayContract, LongWayContract {}

package com.personalagentproxy.sandbox.http.wire;

/** A file that was written. */
public record FileJson(
    String path,
    @Described("In bytes.") long size,
    @Described("Whether there was one of that name before.") boolean replaced) {}

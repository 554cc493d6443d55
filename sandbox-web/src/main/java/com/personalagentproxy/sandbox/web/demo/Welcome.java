package com.personalagentproxy.sandbox.web.demo;

/**
 * What a server says of itself when an agent comes.
 *
 * @param instructions empty if it gives none
 */
record Welcome(String server, String revision, String instructions) {}

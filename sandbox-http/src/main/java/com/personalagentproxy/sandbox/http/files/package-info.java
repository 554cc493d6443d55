/**
 * Files of a sandbox, brought and fetched by commands of its own shell: whatever keeps the machine,
 * no more is asked of it than to run a command. Contents go in parts, so that a file of any size
 * takes a fixed memory here, and no command waits for a slow reader.
 */
@NullMarked
package com.personalagentproxy.sandbox.http.files;

import org.jspecify.annotations.NullMarked;

/** The composition: the server's main, its configuration, the web app and the command line. */
@NullMarked
package com.personalagentproxy.sandbox.web;

import org.jspecify.annotations.NullMarked;

/**
 * How a program that an agent lives in gets a token without anybody copying one: OAuth 2.1 as MCP
 * uses it. The server is the protected resource and the authorization server in one: it describes
 * itself at the well-known addresses, asks the signed-in person, gives one-time codes and tokens
 * that stand for an agent of that person. What is granted is kept elsewhere, and the pages are
 * drawn elsewhere; both are ports here.
 */
@NullMarked
package com.personalagentproxy.sandbox.http.oauth;

import org.jspecify.annotations.NullMarked;

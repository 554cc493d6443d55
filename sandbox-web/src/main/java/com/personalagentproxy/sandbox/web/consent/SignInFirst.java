package com.personalagentproxy.sandbox.web.consent;

/**
 * Asks to sign in first.
 *
 * @param signIn where that is done, and where it comes back from
 * @param comeBack the question itself, for who has signed in on another page
 */
public record SignInFirst(String signIn, String comeBack) {}

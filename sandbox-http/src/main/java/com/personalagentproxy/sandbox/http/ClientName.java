package com.personalagentproxy.sandbox.http;

import com.personalagentproxy.sandbox.access.Agent;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the program that an agent runs in calls itself; the agent's own task is titled after it. */
public final class ClientName {

  private static final Pattern PRODUCT =
      Pattern.compile("(?<name>[A-Za-z][A-Za-z0-9._-]{0,63})(/.*|\\s.*)?");

  /** These name what the request was sent with, not the program; to a reader they say nothing. */
  private static final Set<String> LIBRARIES =
      Set.of(
          "aiohttp",
          "apache-httpclient",
          "axios",
          "bun",
          "curl",
          "deno",
          "go-http-client",
          "got",
          "java-http-client",
          "mozilla",
          "node",
          "node-fetch",
          "okhttp",
          "python",
          "python-httpx",
          "python-requests",
          "python-urllib",
          "reqwest",
          "undici",
          "wget");

  private ClientName() {}

  /** The product in the {@code User-Agent}; the agent's name when there is none that tells. */
  public static String of(@Nullable String userAgent, Agent agent) {
    if (userAgent == null) {
      return agent.name();
    }
    Matcher product = PRODUCT.matcher(userAgent.strip());
    return product.matches() && !LIBRARIES.contains(product.group("name").toLowerCase(Locale.ROOT))
        ? product.group("name")
        : agent.name();
  }
}

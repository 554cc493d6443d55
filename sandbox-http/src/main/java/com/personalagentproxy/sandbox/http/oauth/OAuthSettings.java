package com.personalagentproxy.sandbox.http.oauth;

import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.http.SessionName;
import com.personalagentproxy.sandbox.http.limit.ExchangeLimit;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * What OAuth needs to know of the server around it.
 *
 * @param publicUrl where the server is reached from outside; absent: by what a request calls it
 * @param people who is signed in
 * @param pages what people see
 * @param exchanges how often programs may ask for tokens
 * @param takesDescriptions whether a client may be described at an address, which is fetched
 */
public record OAuthSettings(
    @Nullable URI publicUrl,
    People people,
    ConsentPages pages,
    ExchangeLimit exchanges,
    boolean takesDescriptions) {

  SessionName session() {
    return SessionName.of(publicUrl);
  }
}

package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.http.limit.ExchangeLimit;
import com.personalagentproxy.sandbox.http.oauth.OAuthRoutes;
import com.personalagentproxy.sandbox.http.oauth.OAuthSettings;
import com.personalagentproxy.sandbox.persistence.identity.OAuthClients;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.consent.JteConsentPages;
import java.time.InstantSource;
import org.jdbi.v3.core.Jdbi;

/** Puts together how programs get tokens. */
final class OAuthDoor {

  private OAuthDoor() {}

  static OAuthRoutes of(
      Configuration configuration, People people, Console console, Jdbi jdbi, InstantSource clock) {
    return OAuthRoutes.of(
        new OAuthSettings(
            configuration.publicUrl(),
            people,
            new JteConsentPages(console),
            new ExchangeLimit(configuration.limits()),
            configuration.clientDescriptions()),
        new StoredClients(new OAuthClients(jdbi), clock),
        StoredGrants.in(jdbi, clock),
        clock);
  }
}

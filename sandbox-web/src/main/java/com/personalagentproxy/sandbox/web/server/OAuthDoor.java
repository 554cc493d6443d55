package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.http.oauth.OAuthRoutes;
import com.personalagentproxy.sandbox.http.oauth.OAuthSettings;
import com.personalagentproxy.sandbox.persistence.identity.OAuthClients;
import com.personalagentproxy.sandbox.web.consent.JteConsentPages;
import java.net.URI;
import java.time.InstantSource;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Puts together how programs get tokens. */
final class OAuthDoor {

  private OAuthDoor() {}

  static OAuthRoutes of(@Nullable URI publicUrl, People people, Jdbi jdbi, InstantSource clock) {
    return OAuthRoutes.of(
        new OAuthSettings(publicUrl, people, new JteConsentPages()),
        new StoredClients(new OAuthClients(jdbi), clock),
        StoredGrants.in(jdbi, clock),
        clock);
  }
}

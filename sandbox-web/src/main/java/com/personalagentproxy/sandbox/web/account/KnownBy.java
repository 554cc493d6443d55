package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.access.Person;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** As what a provider of OpenID Connect knows a person. */
interface KnownBy {

  /** What people call the provider; absent if there is none. */
  @Nullable String provider();

  /** As it calls them; empty if it doesn't know them. */
  List<String> identities(Person person);

  /** Where there is no provider. */
  KnownBy NOTHING =
      new KnownBy() {
        @Override
        public @Nullable String provider() {
          return null;
        }

        @Override
        public List<String> identities(Person person) {
          return List.of();
        }
      };
}

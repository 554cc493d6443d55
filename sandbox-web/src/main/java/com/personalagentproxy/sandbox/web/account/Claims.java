package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.persistence.identity.OpenIdIdentities;
import com.personalagentproxy.sandbox.web.configuration.OpenId;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a provider says of who signed in there, after all of it was checked.
 *
 * @param email absent unless the provider says that it has verified it
 */
record Claims(String issuer, String subject, @Nullable String name, @Nullable String email) {

  private static final int LONGEST_NAME = 100;

  /** What is bound to a member. */
  OpenIdIdentities.Identity identity() {
    return new OpenIdIdentities.Identity(issuer, subject, shownAs());
  }

  private String shownAs() {
    return first(email, name, subject);
  }

  /** What to call who joins. */
  String calledAs() {
    return first(name, email, "Member");
  }

  /** The first that can be a name, made to fit. */
  private static String first(@Nullable String... texts) {
    return Stream.of(texts)
        .filter(Objects::nonNull)
        .map(text -> Text.beginning(text.replaceAll("\\p{C}|\\R", " ").strip(), LONGEST_NAME))
        .filter(text -> Text.oneLine("name", text, LONGEST_NAME).isEmpty())
        .findFirst()
        .orElse("Member");
  }

  /** Whether the rule is that who has this address joins without an invitation. */
  boolean mayJoinBy(OpenId.Join rule) {
    if (rule.role().isEmpty()) {
      return false;
    }
    if (rule.domains().isEmpty()) {
      return true;
    }
    return email != null
        && rule.domains()
            .contains(email.substring(email.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT));
  }
}

package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.access.Person;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How roles are written in pages and forms. */
final class RoleWord {

  private RoleWord() {}

  static String of(Person.Role role) {
    return role.name().toLowerCase(Locale.ROOT);
  }

  /** As what somebody is: “an owner”, “a member”. */
  static String as(Person.Role role) {
    return switch (role) {
      case OWNER -> "an owner";
      case MEMBER -> "a member";
    };
  }

  static Optional<Person.Role> role(@Nullable String word) {
    return Arrays.stream(Person.Role.values()).filter(each -> of(each).equals(word)).findFirst();
  }
}

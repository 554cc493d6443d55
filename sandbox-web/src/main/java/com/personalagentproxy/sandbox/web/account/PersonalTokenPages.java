package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.persistence.identity.PersonalTokens;
import com.personalagentproxy.sandbox.web.page.PersonsVisit;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The tokens by which a person's own programs act as them. */
record PersonalTokenPages(PersonalTokens tokens) {

  List<AccountPage.TokenRow> rows(PersonsVisit visit) {
    return tokens.of(visit.person().member()).stream()
        .map(entry -> AccountPage.TokenRow.of(entry, visit.now()))
        .toList();
  }

  /**
   * Makes one and shows it, this once.
   *
   * @param again shows the form again, with what was written into it
   */
  void make(PersonsVisit visit, Consumer<Field> again) {
    String name = Field.written(visit, "token_name");
    Answer<PersonalTokens.Made> made = tokens.make(visit.person().member(), name, visit.now());
    Optional<Field> field = Field.again(visit, name, made);
    if (field.isPresent()) {
      again.accept(field.get());
      return;
    }
    visit.with(
        made,
        token -> {
          visit.context().status(HttpStatus.CREATED);
          visit.show(
              null,
              "Personal token made",
              "account/new-token",
              new NewTokenPage(
                  token.entry().name(),
                  token.token().text(),
                  "curl -H %s %s"
                      .formatted(
                          ClientSetup.shell("Authorization: Bearer " + token.token().text()),
                          ClientSetup.shell(visit.serverAddress() + "/api/sandboxes"))));
        });
  }

  void revoke(PersonsVisit visit) {
    Optional<Answer<PersonalTokens.Entry>> revoked =
        Text.id(visit.path("token"))
            .map(id -> tokens.revoke(visit.person().member(), id, visit.now()));
    if (revoked.isEmpty()) {
      visit.say(
          HttpStatus.NOT_FOUND,
          "There is no such token",
          "Your account lists the personal tokens that you have.");
      return;
    }
    visit.with(
        revoked.get(),
        token ->
            visit.go(
                "/account",
                "The personal token %s is worth nothing any more."
                    .formatted(Words.quoted(token.name()))));
  }
}

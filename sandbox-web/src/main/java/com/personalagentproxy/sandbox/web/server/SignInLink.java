package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.persistence.identity.Secret;
import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** Makes the links that sign the owner in, once each. */
public final class SignInLink {

  private SignInLink() {}

  /**
   * A new one.
   *
   * @param url where the server is reached
   * @throws CannotStart if no server has been started yet, and so there is nobody to sign in
   */
  public static URI make(Jdbi jdbi, URI url, InstantSource clock) {
    List<Person> members = new Members(jdbi).all();
    if (members.isEmpty()) {
      throw new CannotStart(
          "There is nobody to sign in yet. Start the server first: ./sandboxes serve.", null);
    }
    Secret code = new SignIns(jdbi).code(members.get(0).member(), clock.instant());
    return URI.create(url + "/sign-in?code=" + code.text());
  }
}

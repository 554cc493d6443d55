package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.console.LeftBehind;
import com.personalagentproxy.sandbox.persistence.identity.Invitations;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.persistence.identity.PersonalTokens;
import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import com.personalagentproxy.sandbox.persistence.identity.WebSessions;
import com.personalagentproxy.sandbox.web.configuration.OpenId;
import com.personalagentproxy.sandbox.web.page.PageGroup;
import com.personalagentproxy.sandbox.web.page.PageTable;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * All pages about people and their agents, as the standalone server keeps these.
 *
 * @param openId the provider by which people sign in; absent: there is none
 */
public record PeoplesPages(
    Jdbi jdbi, Console console, LeftBehind leftBehind, @Nullable OpenId openId)
    implements PageGroup {

  @Override
  public void enter(PageTable table) {
    KnownBy knownBy = KnownBy.NOTHING;
    if (openId != null) {
      OpenIdPages pages = OpenIdPages.in(jdbi, new OpenIdProvider(openId));
      pages.enter(table);
      knownBy = pages;
    }
    AgentPages.in(jdbi, new UnderWay(console)).enter(table);
    OrganizationPages.in(jdbi).enter(table);
    MemberPages.in(jdbi).enter(table);
    new LeftBehindPages(leftBehind).enter(table);
    WebSessions sessions = new WebSessions(jdbi);
    new AccountPages(
            new Members(jdbi),
            new SignIns(jdbi),
            sessions,
            new PersonalTokenPages(new PersonalTokens(jdbi)),
            knownBy)
        .enter(table);
    new JoinPages(new Invitations(jdbi), sessions, knownBy.provider()).enter(table);
  }
}

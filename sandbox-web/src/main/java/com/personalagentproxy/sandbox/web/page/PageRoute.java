package com.personalagentproxy.sandbox.web.page;

import io.javalin.http.HandlerType;
import java.util.Set;

/** Every address of the web app, each with who may ask for it. */
public enum PageRoute {
  LIST(Kind.LOOK, "/", For.SIGNED_IN),
  CHANGES(Kind.LOOK, "/changes", For.SIGNED_IN),
  SANDBOX(Kind.LOOK, "/sandboxes/{sandbox}", For.SIGNED_IN),
  SANDBOX_CHANGES(Kind.LOOK, "/sandboxes/{sandbox}/changes", For.SIGNED_IN),
  ASK_BEFORE_SLEEP(Kind.LOOK, "/sandboxes/{sandbox}/sleep", For.SIGNED_IN),
  SLEEP(Kind.FORM, "/sandboxes/{sandbox}/sleep", For.SIGNED_IN),
  WAKE(Kind.FORM, "/sandboxes/{sandbox}/wake", For.SIGNED_IN),
  ASK_BEFORE_DELETE(Kind.LOOK, "/sandboxes/{sandbox}/delete", For.SIGNED_IN),
  DELETE(Kind.FORM, "/sandboxes/{sandbox}/delete", For.SIGNED_IN),
  FILES(Kind.LOOK, "/sandboxes/{sandbox}/files", For.SIGNED_IN),
  FILE(Kind.LOOK, "/sandboxes/{sandbox}/file", For.SIGNED_IN),
  PICTURE(Kind.LOOK, "/sandboxes/{sandbox}/picture", For.SIGNED_IN),
  DOWNLOAD(Kind.LOOK, "/sandboxes/{sandbox}/download", For.SIGNED_IN),
  UPLOAD(Kind.FORM, "/sandboxes/{sandbox}/files", For.SIGNED_IN),
  CONNECTIONS(Kind.LOOK, "/connections", For.SIGNED_IN),
  SWITCH(Kind.FORM, "/connections/{connection}/{action}", For.SIGNED_IN),
  SWITCH_FOR_AGENT(Kind.FORM, "/connections/{connection}/agents/{agent}", For.SIGNED_IN),
  TASKS(Kind.LOOK, "/tasks", For.SIGNED_IN),
  ACTIVITY(Kind.LOOK, "/activity", For.SIGNED_IN),
  ACTIVITY_CSV(Kind.LOOK, "/activity.csv", For.SIGNED_IN),
  SIGN_OUT(Kind.FORM, "/sign-out", For.SIGNED_IN),
  AGENTS(Kind.LOOK, "/agents", For.SIGNED_IN),
  ADD_AGENT(Kind.FORM, "/agents", For.SIGNED_IN),
  ASK_BEFORE_REVOKE(Kind.LOOK, "/agents/{agent}/revoke", For.SIGNED_IN),
  REVOKE_AGENT(Kind.FORM, "/agents/{agent}/revoke", For.SIGNED_IN),
  REVOKE_PROGRAM(Kind.FORM, "/agents/programs/{grant}/revoke", For.SIGNED_IN),
  ORGANIZATION(Kind.LOOK, "/organization", For.SIGNED_IN),
  RENAME_ORGANIZATION(Kind.FORM, "/organization/name", For.SIGNED_IN),
  SWITCH_EXPERIMENT(Kind.FORM, "/organization/sandboxes", For.SIGNED_IN),
  ASK_BEFORE_ROLE(Kind.LOOK, "/organization/members/{member}/role", For.SIGNED_IN),
  CHANGE_ROLE(Kind.FORM, "/organization/members/{member}/role", For.SIGNED_IN),
  ASK_BEFORE_REMOVE(Kind.LOOK, "/organization/members/{member}/remove", For.SIGNED_IN),
  REMOVE_MEMBER(Kind.FORM, "/organization/members/{member}/remove", For.SIGNED_IN),
  BRING_BACK_MEMBER(Kind.FORM, "/organization/members/{member}/bring-back", For.SIGNED_IN),
  LEFT_BEHIND(Kind.LOOK, "/organization/left-behind", For.SIGNED_IN),
  ASK_BEFORE_CLEARING(Kind.LOOK, "/organization/left-behind/{sandbox}/delete", For.SIGNED_IN),
  CLEAR_AWAY(Kind.FORM, "/organization/left-behind/{sandbox}/delete", For.SIGNED_IN),
  INVITE(Kind.FORM, "/organization/invitations", For.SIGNED_IN),
  TAKE_BACK_INVITATION(
      Kind.FORM, "/organization/invitations/{invitation}/take-back", For.SIGNED_IN),
  ACCOUNT(Kind.LOOK, "/account", For.SIGNED_IN),
  RENAME_PERSON(Kind.FORM, "/account/name", For.SIGNED_IN),
  END_SESSION(Kind.FORM, "/account/sessions/{session}/end", For.SIGNED_IN),
  SIGN_OUT_EVERYWHERE(Kind.FORM, "/account/sign-out-everywhere", For.SIGNED_IN),
  MAKE_SIGN_IN_LINK(Kind.FORM, "/account/sign-in-link", For.SIGNED_IN),
  MAKE_PERSONAL_TOKEN(Kind.FORM, "/account/tokens", For.SIGNED_IN),
  REVOKE_PERSONAL_TOKEN(Kind.FORM, "/account/tokens/{token}/revoke", For.SIGNED_IN),
  LOOK_AT_INVITATION(Kind.LOOK, "/join", For.EVERYBODY),
  JOIN(Kind.FORM, "/join", For.EVERYBODY),
  LEAVE_FOR_PROVIDER(Kind.FORM, "/openid/sign-in", For.EVERYBODY),
  COME_FROM_PROVIDER(Kind.LOOK, "/openid/callback", For.EVERYBODY),
  CONNECT_IDENTITY(Kind.FORM, "/openid/connect", For.SIGNED_IN),
  DISCONNECT_IDENTITY(Kind.FORM, "/openid/disconnect", For.SIGNED_IN),
  OFFER_SIGN_IN(Kind.LOOK, "/sign-in", For.EVERYBODY),
  SIGN_IN(Kind.FORM, "/sign-in", For.EVERYBODY),
  ASSET(Kind.LOOK, Asset.PATH, For.EVERYBODY);

  /** Who may ask. */
  public enum For {
    EVERYBODY,
    SIGNED_IN
  }

  /** What asking does. */
  private enum Kind {
    LOOK,
    FORM
  }

  private final Kind kind;
  private final String path;
  private final For whom;

  PageRoute(Kind kind, String path, For whom) {
    this.kind = kind;
    this.path = path;
    this.whom = whom;
  }

  HandlerType method() {
    return switch (kind) {
      case LOOK -> HandlerType.GET;
      case FORM -> HandlerType.POST;
    };
  }

  /** The address, with names in braces for what differs. */
  public String path() {
    return path;
  }

  /** Who may ask. */
  public For whom() {
    return whom;
  }

  /** Whether people come by it who sign in because a program asked to be let in. */
  boolean isOnTheWayIn() {
    return Set.of(OFFER_SIGN_IN, SIGN_IN, LEAVE_FOR_PROVIDER, COME_FROM_PROVIDER).contains(this);
  }

  /** Whether it changes something, and so takes only forms that bear the session's token. */
  public boolean isForm() {
    return kind == Kind.FORM;
  }
}

package com.personalagentproxy.sandbox.web.configuration;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The provider of OpenID Connect by which people sign in.
 *
 * @param issuer as the provider calls itself
 * @param secret by which the provider knows this server; absent for a client without one
 * @param name what people call the provider
 * @param join who joins that isn't known and has no invitation
 */
public record OpenId(
    URI issuer, String clientId, @Nullable ClientSecret secret, String name, Join join) {

  /** The word that lets in everybody whom the provider knows. */
  static final String ANY = "any";

  /** By which a provider knows this server. Not printed. */
  public record ClientSecret(String text) {
    @Override
    public String toString() {
      return "ClientSecret[…]";
    }
  }

  /**
   * Who joins without an invitation.
   *
   * @param role as what; absent: nobody does
   * @param domains of the addresses that may, in small letters; empty: every one may
   */
  public record Join(Optional<Role> role, List<String> domains) {
    public Join {
      domains = List.copyOf(domains);
    }

    /** As what somebody joins. */
    public enum Role {
      MEMBER,
      OWNER
    }
  }

  /** Reads it from its variables; empty if none of them is set, or something is wrong. */
  static Optional<OpenId> in(Map<String, String> environment, Consumer<String> problems) {
    Optional<URI> issuer = OpenIdVariables.OPENID_ISSUER.in(environment, problems);
    Optional<String> clientId = OpenIdVariables.OPENID_CLIENT_ID.in(environment, problems);
    Optional<ClientSecret> secret = secret(environment, problems);
    Optional<String> name = OpenIdVariables.OPENID_NAME.in(environment, problems);
    Optional<Join.Role> role = OpenIdVariables.OPENID_JOIN.in(environment, problems).orElseThrow();
    Optional<List<String>> domains = OpenIdVariables.OPENID_DOMAINS.in(environment, problems);
    if (issuer.isEmpty() && clientId.isEmpty()) {
      return Optional.empty();
    }
    if (issuer.isEmpty() || clientId.isEmpty()) {
      problems.accept(
          "SANDBOX_OPENID_ISSUER and SANDBOX_OPENID_CLIENT_ID are set together or not at all. Set"
              + " both to what the provider says, or neither.");
      return Optional.empty();
    }
    if (role.isPresent() && domains.isEmpty()) {
      problems.accept(
          "SANDBOX_OPENID_JOIN lets people join without an invitation, and SANDBOX_OPENID_DOMAINS"
              + " does not say whom. Set that to the domains of their e-mail addresses, or to “any”"
              + " for everybody whom the provider knows.");
      return Optional.empty();
    }
    return Optional.of(
        new OpenId(
            issuer.get(),
            clientId.get(),
            secret.orElse(null),
            name.orElseGet(() -> issuer.get().getHost()),
            new Join(role, domains.filter(list -> !list.contains(ANY)).orElseGet(List::of))));
  }

  private static Optional<ClientSecret> secret(
      Map<String, String> environment, Consumer<String> problems) {
    Optional<ClientSecret> secret = OpenIdVariables.OPENID_CLIENT_SECRET.in(environment, problems);
    Optional<Path> file = OpenIdVariables.OPENID_CLIENT_SECRET_FILE.in(environment, problems);
    if (secret.isPresent() && file.isPresent()) {
      problems.accept(
          "SANDBOX_OPENID_CLIENT_SECRET and SANDBOX_OPENID_CLIENT_SECRET_FILE are both set. Set one"
              + " of them.");
    }
    return file.isPresent() ? read(file.get(), problems) : secret;
  }

  private static Optional<ClientSecret> read(Path file, Consumer<String> problems) {
    try {
      String text = Files.readString(file).strip();
      if (!text.isEmpty()) {
        return Optional.of(new ClientSecret(text));
      }
      problems.accept(
          "SANDBOX_OPENID_CLIENT_SECRET_FILE is “%s”, and there is nothing in it. Write the secret into it."
              .formatted(file));
    } catch (IOException unreadable) {
      problems.accept(
          "SANDBOX_OPENID_CLIENT_SECRET_FILE is “%s”, which can't be read. Give the path of a file that the server may read."
              .formatted(file));
    }
    return Optional.empty();
  }

  /** Reads domains with commas or blanks between; empty if one can't be one. */
  static Optional<List<String>> domains(String text) {
    List<String> domains =
        List.of(text.toLowerCase(Locale.ROOT).split("[,\\s]+", -1)).stream()
            .filter(each -> !each.isEmpty())
            .toList();
    boolean right =
        !domains.isEmpty()
            && domains.stream()
                .allMatch(
                    each ->
                        (each.equals(ANY) && domains.size() == 1)
                            || each.matches("[a-z0-9-]+(\\.[a-z0-9-]+)+"));
    return right ? Optional.of(domains) : Optional.empty();
  }
}

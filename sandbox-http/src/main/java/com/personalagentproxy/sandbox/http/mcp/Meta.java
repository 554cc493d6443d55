package com.personalagentproxy.sandbox.http.mcp;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a request says of itself in {@code params._meta}. */
final class Meta {

  static final String REVISION = "io.modelcontextprotocol/protocolVersion";
  static final String CLIENT = "io.modelcontextprotocol/clientInfo";
  static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  static final String SERVER = "io.modelcontextprotocol/serverInfo";
  static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
  static final String PROGRESS_TOKEN = "progressToken";

  private static final Set<String> LOG_LEVELS =
      Set.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private final JsonNode meta;

  private Meta(JsonNode meta) {
    this.meta = meta;
  }

  static Meta of(ObjectNode params) {
    return new Meta(params.path("_meta"));
  }

  /** The revision it names; empty if it names none. One that isn't a text is no revision. */
  Optional<String> revision() {
    JsonNode named = meta.path(REVISION);
    return named.isMissingNode()
        ? Optional.empty()
        : Optional.of(named.isString() ? named.stringValue() : "");
  }

  /** What the client calls itself; empty if it doesn't say. */
  Optional<String> client() {
    JsonNode name = meta.path(CLIENT).path("name");
    return name.isString() && !name.stringValue().isBlank()
        ? Optional.of(name.stringValue())
        : Optional.empty();
  }

  /** The token by which the client asks for progress; absent if it doesn't, or not with one. */
  @Nullable JsonNode progressToken() {
    JsonNode token = meta.path(PROGRESS_TOKEN);
    return token.isString() || token.isIntegralNumber() ? token : null;
  }

  /** What is wrong with it for a revision that wants it with each request; empty if nothing is. */
  Optional<String> problem() {
    if (!meta.isObject()) {
      return Optional.of(
          "params._meta must be an object with %s and %s.".formatted(REVISION, CAPABILITIES));
    }
    if (!meta.path(REVISION).isString()) {
      return Optional.of(
          "params._meta must name the revision of the protocol in %s.".formatted(REVISION));
    }
    if (!meta.path(CAPABILITIES).isObject()) {
      return Optional.of(
          "params._meta must name the client's capabilities in %s; give {} if there are none."
              .formatted(CAPABILITIES));
    }
    if (meta.has(CLIENT) && !meta.path(CLIENT).isObject()) {
      return Optional.of(
          "params._meta must name the client in %s by name and version, or leave it out."
              .formatted(CLIENT));
    }
    if (meta.has(PROGRESS_TOKEN) && progressToken() == null) {
      return Optional.of(
          "params._meta.progressToken must be a text or a whole number. Leave it out to hear of no"
              + " progress.");
    }
    if (meta.has(LOG_LEVEL) && !LOG_LEVELS.contains(meta.path(LOG_LEVEL).asString(""))) {
      return Optional.of(
          "params._meta names a log level in %s that is none. Leave it out: nothing is logged to clients."
              .formatted(LOG_LEVEL));
    }
    return Optional.empty();
  }
}

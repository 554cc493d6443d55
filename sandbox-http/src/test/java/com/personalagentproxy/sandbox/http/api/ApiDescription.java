package com.personalagentproxy.sandbox.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The API as docs/openapi.yaml describes it, to hold calls and answers against. */
final class ApiDescription {

  static final Path FILE = Path.of("..", "docs", "openapi.yaml");

  private static final Set<String> METHODS = Set.of("get", "head", "put", "post", "delete");
  private static final String JSON = "application/json";

  private final JsonNode root = new YAMLMapper().readTree(FILE.toFile());
  private final SchemaRegistry schemas =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  JsonNode root() {
    return root;
  }

  /** Each call that is described, such as {@code GET /api/sandboxes/{sandbox}}. */
  Set<String> calls() {
    Set<String> calls = new TreeSet<>();
    root.get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue().propertyNames().stream()
                    .filter(METHODS::contains)
                    .forEach(
                        name -> calls.add(name.toUpperCase(Locale.ROOT) + " " + path.getKey())));
    return calls;
  }

  /** The names of the parameters that a call's query may have. */
  Set<String> parameters(String call) {
    String[] parts = call.split(" ", 2);
    JsonNode path = root.get("paths").get(parts[1]);
    Set<String> names = new TreeSet<>();
    for (JsonNode of : List.of(path, path.get(parts[0].toLowerCase(Locale.ROOT)))) {
      of.path("parameters")
          .forEach(
              each -> {
                JsonNode parameter = resolved(each);
                if (parameter.get("in").stringValue().equals("query")) {
                  names.add(parameter.get("name").stringValue());
                }
              });
    }
    return names;
  }

  /** Fails unless a call that was answered well has a body that is described. */
  void requireDescribedBody(String method, String path, @Nullable String body) {
    JsonNode call = call(method, path);
    if (call == null || body == null || !call.has("requestBody")) {
      return;
    }
    JsonNode content = call.get("requestBody").get("content").path(JSON);
    if (!content.isMissingNode()) {
      requireFit(content.get("schema"), List.of(body), method + " " + path + " takes");
    }
  }

  /** Fails unless the answer is one that is described for that call. */
  void requireDescribed(String method, String path, int status, String type, String body) {
    JsonNode call = call(method, path);
    String what = "%s %s answers %s".formatted(method, path, status);
    if (call == null) {
      // What is no call is answered as an error too.
      assertThat(status).as(what).isGreaterThanOrEqualTo(400);
      requireFit(
          root.at("/components/responses/Error/content/application~1json/schema"),
          List.of(body),
          what);
      return;
    }
    JsonNode responses = call.get("responses");
    JsonNode response =
        resolved(responses.path(responses.has("" + status) ? "" + status : "default"));
    assertThat(response.isMissingNode()).as("%s is described", what).isFalse();
    assertThat(status >= 400 || responses.has("" + status)).as("%s is described", what).isTrue();
    if (method.equals("HEAD") || status == 304) {
      assertThat(body).as(what).isEmpty();
      return;
    }
    String kind = type.split(";", 2)[0].strip();
    JsonNode content = response.path("content");
    JsonNode described = content.has(kind) ? content.get(kind) : content.path("*/*");
    assertThat(described.isMissingNode()).as("%s with %s is described", what, kind).isFalse();
    if (described.has("schema")) {
      requireFit(described.get("schema"), values(kind, body), what);
    }
  }

  private static List<String> values(String kind, String body) {
    return switch (kind) {
      case "application/x-ndjson" -> body.lines().toList();
      case "text/event-stream" ->
          body.lines()
              .filter(line -> line.startsWith("data: "))
              .map(line -> line.substring("data: ".length()))
              .toList();
      default -> List.of(body);
    };
  }

  private void requireFit(JsonNode schema, List<String> values, String what) {
    ObjectNode whole = ((ObjectNode) schema).deepCopy();
    whole.set("$defs", root.at("/components/schemas"));
    Schema read =
        schemas.getSchema(
            whole.toString().replace("#/components/schemas/", "#/$defs/"), InputFormat.JSON);
    for (String value : values) {
      assertThat(read.validate(value, InputFormat.JSON))
          .extracting(Error::toString)
          .as("%s %s", what, value)
          .isEmpty();
    }
  }

  private @Nullable JsonNode call(String method, String path) {
    for (var each : root.get("paths").properties()) {
      JsonNode call = each.getValue().path(method.toLowerCase(Locale.ROOT));
      if (path.matches(pattern(each.getKey()) + "/?") && !call.isMissingNode()) {
        return call;
      }
    }
    return null;
  }

  /** A path with a file's may go on over slashes. */
  private static String pattern(String path) {
    return Pattern.compile("\\{[a-z]+}|[^{]+")
        .matcher(path)
        .results()
        .map(
            part ->
                part.group().equals("{path}")
                    ? ".+"
                    : part.group().startsWith("{") ? "[^/]+" : Pattern.quote(part.group()))
        .collect(Collectors.joining());
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? root.at(node.get("$ref").stringValue().substring(1)) : node;
  }
}

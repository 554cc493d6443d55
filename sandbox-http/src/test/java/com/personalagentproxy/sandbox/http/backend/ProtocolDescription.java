package com.personalagentproxy.sandbox.http.backend;

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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The protocol as docs/backend-protocol.yaml describes it, to hold answers against. */
final class ProtocolDescription {

  private static final Path FILE = Path.of("..", "docs", "backend-protocol.yaml");
  private static final String JSON = "application/json";

  private final JsonNode root = new YAMLMapper().readTree(FILE.toFile());
  private final SchemaRegistry schemas =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  /** Each call that is described, such as {@code GET /machines/{id}}. */
  Set<String> calls() {
    Set<String> calls = new TreeSet<>();
    root.get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue().propertyNames().stream()
                    .filter(name -> Set.of("get", "put", "post", "delete").contains(name))
                    .forEach(
                        name -> calls.add(name.toUpperCase(Locale.ROOT) + " " + path.getKey())));
    return calls;
  }

  /** Fails unless the answer is one that is described for that call. */
  void requireDescribed(String method, String path, int status, String type, String body) {
    JsonNode response = response(method, path, status);
    if (status == 204) {
      assertThat(body).isEmpty();
      return;
    }
    JsonNode content = response.path("content").path(type);
    assertThat(content.isMissingNode())
        .as("%s is described for %s %s", type, method, path)
        .isFalse();
    List<String> values = type.equals(JSON) ? List.of(body) : body.lines().toList();
    Schema schema = schema(content.get("schema"));
    for (String value : values) {
      assertThat(schema.validate(value, InputFormat.JSON))
          .extracting(Error::getMessage)
          .as("%s for %s %s", value, method, path)
          .isEmpty();
    }
  }

  private JsonNode response(String method, String path, int status) {
    for (var each : root.get("paths").properties()) {
      String pattern = Pattern.quote(each.getKey()).replaceAll("\\{[a-z]+}", "\\\\E[^/]*\\\\Q");
      JsonNode call = each.getValue().path(method.toLowerCase(Locale.ROOT));
      if (path.matches(pattern) && !call.isMissingNode()) {
        JsonNode responses = call.get("responses");
        return resolved(responses.path(responses.has("" + status) ? "" + status : "default"));
      }
    }
    // What is no call is answered as an error too.
    assertThat(status).isGreaterThanOrEqualTo(400);
    return root.at("/components/responses/Error");
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? root.at(node.get("$ref").stringValue().substring(1)) : node;
  }

  private Schema schema(JsonNode schema) {
    ObjectNode whole = ((ObjectNode) schema).deepCopy();
    whole.set("$defs", root.at("/components/schemas"));
    return schemas.getSchema(
        whole.toString().replace("#/components/schemas/", "#/$defs/"), InputFormat.JSON);
  }
}

package com.personalagentproxy.sandbox.web.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Arguments and results of the tools, held against the schemas that clients are given of them. */
@ExtendWith(ServesClients.class)
class ToolSchemasTest {

  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private PlainClient client;
  private List<JsonNode> tools;

  @BeforeEach
  void list(ClientServer server) {
    client = new PlainClient(server.url(), server.token());
    tools = client.result("tools/list", "{}").get("tools").valueStream().toList();
  }

  @Test
  void theSchemasAreJsonSchemaOf2020() {
    Schema meta =
        SCHEMAS.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    for (JsonNode tool : tools) {
      assertThat(meta.validate(tool.get("inputSchema"))).as(tool.get("name").toString()).isEmpty();
      assertThat(meta.validate(tool.get("outputSchema"))).as(tool.get("name").toString()).isEmpty();
    }
  }

  @Test
  void everyAnswerFitsItsSchema() {
    String name = ClientServer.newName();
    fits("sandboxes_create", "{\"name\":\"%s\"}", name);
    fits("sandboxes_list", "{}", name);
    fits("sandboxes_list", "{\"state\":\"awake\",\"search\":\"%s\"}", name);
    fits("sandboxes_get", "{\"sandbox\":\"%s\"}", name);
    for (String more :
        List.of(
            "\"command\":\"echo out; echo err >&2\"",
            "\"command\":\"exit 7\"",
            "\"command\":\"kill -9 $$\"",
            "\"command\":\"echo half; sleep 9\",\"timeout\":1",
            "\"command\":\"yes | head -c 100000\"",
            "\"command\":\"head -c 1000 /dev/urandom\"",
            "\"command\":\"pwd\",\"cwd\":\"nowhere\"",
            "\"command\":\"cat\",\"stdin\":\"ż\",\"cwd\":\"/tmp\",\"exec_id\":\"once\"")) {
      fits("sandbox_exec", "{\"sandbox\":\"%s\"," + more + "}", name);
    }
    fits("sandboxes_get", "{\"sandbox\":\"%s\"}", name);
    fits("sandboxes_sleep", "{\"sandbox\":\"%s\"}", name);
    fits("sandboxes_get", "{\"sandbox\":\"%s\"}", name);
    fits("sandbox_exec", "{\"sandbox\":\"%s\",\"command\":\"true\"}", name);
    fits("sandboxes_wake", "{\"sandbox\":\"%s\"}", name);
    JsonNode task = fits("tasks_start", "{\"title\":\"Look at schemas\"}", name);
    fits("tasks_start", "{\"title\":\"Below\",\"parent\":\"%s\"}", task.get("id").stringValue());
    fits("tasks_finish", "{\"task\":\"%s\"}", task.get("id").stringValue());
  }

  /** A refused call has no structured content, and so nothing that could miss the schema. */
  @Test
  void aRefusalHasNoneToFit() {
    JsonNode refused = client.call("sandboxes_get", "{\"sandbox\":\"nowhere\"}");

    assertThat(refused.get("isError").booleanValue()).isTrue();
    assertThat(refused.has("structuredContent")).isFalse();
  }

  private JsonNode fits(String tool, String form, String value) {
    String arguments = form.replace("%s", value);
    JsonNode given = PlainClient.JSON.readTree(arguments);
    List<String> problems = new ArrayList<>();
    schema(tool, "inputSchema").validate(given).forEach(each -> problems.add(each.toString()));
    JsonNode result = client.call(tool, arguments);
    JsonNode structured = result.get("structuredContent");
    assertThat(structured).as("%s %s: %s", tool, arguments, result).isNotNull();
    schema(tool, "outputSchema")
        .validate(structured)
        .forEach(each -> problems.add(each.toString()));
    assertThat(problems).as("%s %s: %s", tool, arguments, structured).isEmpty();
    return structured;
  }

  private Schema schema(String tool, String which) {
    JsonNode found =
        tools.stream()
            .filter(each -> each.get("name").stringValue().equals(tool))
            .findFirst()
            .orElseThrow();
    return SCHEMAS.getSchema(found.get(which));
  }
}

package com.personalagentproxy.sandbox.web.documentation.refusal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables of docs/refusals.md, as they come out when every scene is played. */
final class RefusalsPage {

  static final String NO_BACKEND = "the server has no backend";

  private static final String ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

  private final Map<String, String> tables = new LinkedHashMap<>();
  private final List<String> sentences = new ArrayList<>();

  RefusalsPage() {
    add("Arguments", ArgumentScenes.all());
    add("Access, names, tasks", AccessScenes.all());
    add("States and the backend", MachineScenes.all());
    add("Cancelled calls and servers that stop", EndingScenes.all());
    Scene none = new Scene(NO_BACKEND, stage -> stage.call("sandboxes_list", "{}"));
    add("Servers without sandboxes", List.of(none));
  }

  private void add(String heading, List<Scene> scenes) {
    StringBuilder table =
        new StringBuilder("| when | kind | what it says |\n| --- | --- | --- |\n");
    for (Scene scene : scenes) {
      Stage stage = Stage.of(scene);
      String said = scene.plays().apply(stage);
      sentences.add(said);
      table.append(
          "| %s | `%s` | *%s* |\n"
              .formatted(scene.when(), kind(scene, stage, said), printed(said)));
    }
    tables.put(heading, table.toString());
  }

  private static String printed(String said) {
    // Two of one name are told in no order.
    String ada = "ID in “Sandboxes of Ada”";
    String all = "ID in “Sandboxes of Analytical Engines”";
    return said.replaceAll(ID, "ID").replace(all + ", " + ada, ada + ", " + all);
  }

  private static String kind(Scene scene, Stage stage, String said) {
    return scene.unwritten() == null
        ? stage.kindOf(said)
        : scene.unwritten().name().toLowerCase(Locale.ROOT);
  }

  /** Each table under its heading. */
  Map<String, String> tables() {
    return tables;
  }

  /** All that was said. */
  List<String> sentences() {
    return sentences;
  }
}

package com.personalagentproxy.sandbox.http.tool;

import static com.personalagentproxy.sandbox.http.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.Served;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.world.World;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ArgumentsTest {

  private final Served served = new Served();

  @BeforeEach
  void make() {
    served.world.make(World.own(served.world.laptop), "build");
  }

  @AfterEach
  void stop() {
    served.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|sandbox is missing. Give a sandbox's name or id, as sandboxes_list shows them.",
        "{'sandbox':'build'}|command is missing. Give what the shell is to run.",
        "{'sandbox':'build','command':''}|command is missing. Give what the shell is to run.",
        "{'sandbox':'build','command':null}|command is null. Give what the shell is to run.",
        "{'sandbox':'build','command':7}|command is 7. Give what the shell is to run.",
        "{'sandbox':'build','command':['ls']}|command is a list. Give what the shell is to run.",
        "{'sandbox':'build','command':{}}|command is an object. Give what the shell is to run.",
        "{'sandbox':'build','command':true}|command is true. Give what the shell is to run.",
        "{'sandbox':'build','comand':'ls'}|sandbox_exec has no argument “comand”. Its arguments are sandbox, command, stdin, cwd, timeout, exec_id, task.",
        "{'sandbox':'build','command':'ls','cwd':null}|cwd is null. Leave it out, or give a path.",
        "{'sandbox':'build','command':'ls','cwd':''}|cwd is not a path. Give an absolute path, one relative to the home folder, or leave it out for the home folder.",
        "{'sandbox':'build','command':'ls','stdin':7}|stdin is 7. Give a text.",
        "{'sandbox':'build','command':'ls','stdin':'\\ud83d'}|stdin is a text with half of a character in it (\\ud800 to \\udfff by itself). Give a text.",
        "{'sandbox':'build','command':'ls','timeout':'60'}|timeout is the text “60”. Give a whole number from 1 to 120, written without quotes and without a decimal point.",
        "{'sandbox':'build','command':'ls','timeout':60.0}|timeout is 60.0. Give a whole number from 1 to 120, written without quotes and without a decimal point.",
        "{'sandbox':'build','command':'ls','timeout':0.5}|timeout is 0.5. Give a whole number from 1 to 120, written without quotes and without a decimal point.",
        "{'sandbox':'build','command':'ls','timeout':1e400}|timeout is 1E+400. Give a whole number from 1 to 120, written without quotes and without a decimal point.",
        "{'sandbox':'build','command':'ls','timeout':1e999999999}|timeout is 1E+999999999. Give a whole number from 1 to 120, written without quotes and without a decimal point.",
        "{'sandbox':'build','command':'ls','timeout':99999999999999999999}|timeout is 99999999999999999999. Give a whole number from 1 to 120, written without quotes and without a decimal point.",
        "{'sandbox':'build','command':'ls','timeout':null}|timeout is null. Leave it out, or give a whole number from 1 to 120.",
        "{'sandbox':'build','command':'ls','timeout':true}|timeout is true. Give a whole number from 1 to 120, written without quotes and without a decimal point.",
        "{'sandbox':'build','command':'ls','timeout':0}|timeout is 0. Give whole seconds from 1 to 120, or leave it out for 60.",
        "{'sandbox':'build','command':'ls','timeout':-1}|timeout is -1. Give whole seconds from 1 to 120, or leave it out for 60.",
        "{'sandbox':'build','command':'ls','timeout':121}|timeout is 121. Give whole seconds from 1 to 120, or leave it out for 60.",
        "{'sandbox':'build','command':'ls','exec_id':7}|exec_id is 7. Give an id of 1 to 200 characters.",
        "{'sandbox':'build','command':'ls','exec_id':''}|exec_id is missing. Give 1 to 200 characters.",
        "{'sandbox':'build','command':'ls','exec_id':'a\\nb'}|exec_id has a control character or half of a character in it. Leave it out.",
        "{'sandbox':'build','command':'ls','task':'nonsense'}|You have no task “nonsense”. Give task the id that tasks_start gave you, or leave it out.",
      })
  void refusesACommandWithWrongArgumentsAndRunsNothing(String arguments, String sentence) {
    assertThat(refused("sandbox_exec", arguments)).isEqualTo(sentence);
    assertThat(served.world.machines.calls(Verb.RUN)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sandboxes_list|{'state':'tired'}|state is the text “tired”. Give one of creating, awake, falling_asleep, asleep, waking, deleting, lost.",
        "sandboxes_list|{'state':7}|state is 7. Give one of creating, awake, falling_asleep, asleep, waking, deleting, lost.",
        "sandboxes_list|{'page':'nonsense'}|page is not a place in the list. Give what the last page called next, or leave it out.",
        "sandboxes_list|{'page':2}|page is 2. Give what the last page called next.",
        "sandboxes_create|{'name':' '}|name is missing. Give 1 to 64 characters.",
        "sandboxes_create|{'name':'a','idempotency_key':''}|idempotency_key is missing. Give 1 to 200 characters.",
        "tasks_start|{'title':'a\\nb'}|title has a control character or half of a character in it. Leave it out.",
        "tasks_start|{'name':'a'}|tasks_start has no argument “name”. Its arguments are title, parent.",
        "tasks_finish|{}|task is missing. Give the id that tasks_start gave you.",
        "sandboxes_get|{'sandbox':'build','exec_id':'1'}|sandboxes_get has no argument “exec_id”. Its arguments are sandbox, task.",
      })
  void refusesWrongArgumentsOfOtherTools(String tool, String arguments, String sentence) {
    assertThat(refused(tool, arguments)).isEqualTo(sentence);
  }

  @Test
  void takesTheLargestInputThatFitsHoweverItIsEscaped() {
    AtomicReference<String> seen = new AtomicReference<>("");
    served.world.machines.runs(
        (machine, command) -> {
          seen.set(command.stdin() == null ? "" : command.stdin());
          return Ran.printing("");
        });
    JsonNode result =
        served.call(
            "sandbox_exec",
            "{\"sandbox\":\"build\",\"command\":\"%s\",\"stdin\":\"%s\"}"
                .formatted("\\u0001".repeat(128 * 1024), "\\u0001".repeat(1024 * 1024)));

    assertThat(result.get("isError").booleanValue()).as(text(result)).isFalse();
    assertThat(seen.get().getBytes(StandardCharsets.UTF_8)).hasSize(1024 * 1024);
  }

  @Test
  void refusesInputBeyondThat() {
    assertThat(
            refused(
                "sandbox_exec",
                "{'sandbox':'build','command':'cat','stdin':'%s'}".formatted("é".repeat(524_289))))
        .startsWith("stdin has 1048578 bytes, more than the 1048576 that fit in one command.");
  }

  private String refused(String tool, String arguments) {
    JsonNode result = served.call(tool, arguments.replace('\'', '"'));
    assertThat(result.get("isError").booleanValue()).as(result.toString()).isTrue();
    assertThat(result.has("structuredContent")).isFalse();
    return text(result);
  }
}

package com.personalagentproxy.sandbox.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.ErrorKind;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** docs/openapi.yaml, held against the server's own routes. */
class ApiDescriptionTest {

  private final ServedApi api = new ServedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void everyRouteIsDescribedAndEveryDescriptionIsARoute() {
    Set<String> routes =
        api.routes.stream()
            .map(route -> route.replace("<path>", "{path}"))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(routes).isEqualTo(api.description.calls());
  }

  @Test
  void everyParameterThatIsDescribedIsTakenAndNoOther() {
    for (String call : api.description.calls()) {
      String[] parts = call.split(" ", 2);
      if (parts[1].endsWith(".yaml")) {
        continue;
      }
      String path =
          parts[1].replaceAll("\\{sandbox}", "no-such").replaceAll("\\{[a-z]+}", "no-such");
      String answer =
          ServedApi.text(
              api.raw(
                      api.to(ServedApi.LAPTOP, path + "?no_such=1")
                          .method(
                              parts[0].equals("HEAD") ? "GET" : parts[0],
                              java.net.http.HttpRequest.BodyPublishers.noBody()))
                  .body());
      Set<String> taken = new TreeSet<>();
      var names = Pattern.compile("The parameters are ([a-z_, ]+)\\.").matcher(answer);
      if (names.find()) {
        taken.addAll(Set.of(names.group(1).split(", ")));
      }
      assertThat(answer).as(call).contains("There is no parameter");
      assertThat(taken).as(call).isEqualTo(api.description.parameters(call));
    }
  }

  @Test
  void everyKindOfErrorIsDescribed() {
    Set<String> described = new HashSet<>();
    api.description
        .root()
        .at("/components/schemas/Error/properties/error/enum")
        .forEach(each -> described.add(each.stringValue()));
    assertThat(described)
        .containsAll(
            Arrays.stream(ErrorKind.values())
                .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                .toList());
  }
}

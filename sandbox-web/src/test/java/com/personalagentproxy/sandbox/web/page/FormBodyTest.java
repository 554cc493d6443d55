package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormBodyTest {

  private final ServedPage page = new ServedPage();

  @AfterEach
  void stop() {
    page.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/sign-in", "/sign-out"})
  void aFormThatBringsNoFileIsNotTakenInParts(String path) {
    HttpResponse<String> refused =
        page.browserOf(page.world.ada).postInParts(path, Map.of("code", "x".repeat(10_000)));

    assertThat(refused.statusCode()).isEqualTo(415);
    assertThat(refused.body()).contains("application/x-www-form-urlencoded");
  }

  @Test
  void theFormThatBringsAFileHasShortFieldsOnly() {
    String upload = "/sandboxes/" + UUID.randomUUID() + "/files";

    HttpResponse<String> refused =
        page.browserOf(page.world.ada)
            .postInParts(upload, Map.of("form_token", "x".repeat(100_000)));

    assertThat(refused.statusCode()).isEqualTo(413);
    assertThat(
            page.browserOf(page.world.ada)
                .postInParts(upload, Map.of("form_token", "x"))
                .statusCode())
        .isEqualTo(403);
  }

  @Test
  void aFileIsNotTakenOfWhoIsNotSignedIn() {
    String upload = "/sandboxes/" + UUID.randomUUID() + "/files";

    assertThat(page.browser().postInParts(upload, Map.of("form_token", "x")).statusCode())
        .isEqualTo(401);
  }
}

package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackTest {

  @ParameterizedTest
  @ValueSource(strings = {"/", "/?search=a&page=b", "/sandboxes/1/files?path=a%20b"})
  void anAddressOfOursIsGoneBackTo(String address) {
    assertThat(Back.to(address)).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//evil.example",
        "/\\evil.example",
        "https://evil.example",
        "",
        "/a b",
        "/a\r\nSet-Cookie: x",
        "/a\\b",
        "javascript:alert(1)"
      })
  void anyOtherLeadsToTheList(String address) {
    assertThat(Back.to(address)).isEqualTo("/");
  }
}

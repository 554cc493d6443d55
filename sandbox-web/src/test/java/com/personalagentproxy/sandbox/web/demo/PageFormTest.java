package com.personalagentproxy.sandbox.web.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PageFormTest {

  private static final String PAGE =
      """
      <form method="post" action="/one">
        <input type="hidden" name="form_token" value="a&amp;b">
        <button>Go</button>
      </form>
      <form method="post" action="/two">
        <input type="hidden" name="on" value="true"><input type="hidden" name="nothing">
      </form>
      """;

  @Test
  void aFormIsFoundByWhereItGoes() {
    assertThat(PageForm.to("/two", PAGE)).map(form -> form.fields().get("on")).hasValue("true");
    assertThat(PageForm.to("/three", PAGE)).isEmpty();
  }

  @Test
  void itSendsItsHiddenFieldsAsABrowserDoes() {
    assertThat(PageForm.on(PAGE))
        .extracting(PageForm::body)
        .containsExactly("form_token=a%26b", "on=true&nothing=");
  }
}

package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {

  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\tx", "＝1"})
  void aTextThatBeginsLikeAFormulaIsNone(String text) {
    assertThat(Csv.cell(text)).isEqualTo("'" + text);
  }

  @Test
  void quotesCommasAndLinesStayInTheirCell() {
    assertThat(Csv.cell("echo \"a\", b")).isEqualTo("\"echo \"\"a\"\", b\"");
    assertThat(Csv.cell("one\ntwo")).isEqualTo("\"one\ntwo\"");
    assertThat(Csv.cell("\r=1")).isEqualTo("\"'\r=1\"");
    assertThat(Csv.cell("plain")).isEqualTo("plain");
    assertThat(Csv.cell("")).isEmpty();
  }
}

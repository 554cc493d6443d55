package com.personalagentproxy.sandbox.web.demo;

/** The looks of the parts of a story: in colour, or as plain text without any escape code. */
enum Palette {
  PLAIN,
  COLOURED;

  /** What a piece of text is, which is what gives it its look. */
  enum Part {
    HEADING("1"),
    CALL("36"),
    ANSWER("2"),
    REFUSAL("33"),
    HELD("32"),
    FAILED("1;31");

    private final String code;

    Part(String code) {
      this.code = code;
    }
  }

  String paint(Part part, String text) {
    return switch (this) {
      case PLAIN -> text;
      case COLOURED -> "\u001b[" + part.code + "m" + text + "\u001b[0m";
    };
  }
}

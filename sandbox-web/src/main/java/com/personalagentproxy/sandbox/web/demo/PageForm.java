package com.personalagentproxy.sandbox.web.demo;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A form on a page that only awaits its button to be pressed.
 *
 * @param fields the hidden fields
 */
record PageForm(String action, Map<String, String> fields) {

  private static final Pattern FORM =
      Pattern.compile("<form\\b([^>]*)>(.*?)</form>", Pattern.DOTALL);
  private static final Pattern INPUT = Pattern.compile("<input\\b([^>]*)>");

  /** The forms on a page. */
  static List<PageForm> on(String page) {
    return FORM.matcher(page)
        .results()
        .map(form -> new PageForm(attribute(form, "action"), inputs(form.group(2))))
        .toList();
  }

  /** The form on a page that goes to this place. */
  static Optional<PageForm> to(String place, String page) {
    return on(page).stream().filter(form -> form.action().equals(place)).findFirst();
  }

  /** What a browser sends when the button is pressed. */
  String body() {
    return fields.entrySet().stream()
        .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static Map<String, String> inputs(String inside) {
    Map<String, String> inputs = new LinkedHashMap<>();
    INPUT
        .matcher(inside)
        .results()
        .forEach(input -> inputs.put(attribute(input, "name"), attribute(input, "value")));
    return inputs;
  }

  private static String attribute(MatchResult tag, String name) {
    return Pattern.compile("\\b" + name + "=\"([^\"]*)\"")
        .matcher(tag.group(1))
        .results()
        .map(found -> unescaped(found.group(1)))
        .findFirst()
        .orElse("");
  }

  private static String unescaped(String text) {
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#34;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}

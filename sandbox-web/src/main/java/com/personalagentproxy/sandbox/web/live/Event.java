package com.personalagentproxy.sandbox.web.live;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A server-sent event.
 *
 * @param id what a browser that reconnects says it saw last; absent: none of it
 */
public record Event(String name, String data, @Nullable String id) {

  /** As it goes over the wire. */
  byte[] bytes() {
    StringBuilder text = new StringBuilder();
    if (id != null) {
      text.append("id: ").append(id).append('\n');
    }
    text.append("event: ").append(name).append('\n');
    data.lines().forEach(line -> text.append("data: ").append(line).append('\n'));
    if (data.isEmpty()) {
      text.append("data:\n");
    }
    return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
  }
}

package com.personalagentproxy.sandbox.backend.docker;

import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the Docker engine is, and how its machines are made: {@code docker:///var/run/docker.sock}
 * or {@code docker://host:port}, with a query.
 *
 * @param engine as docker-java wants it
 * @param image of which containers are made
 * @param memory in bytes, without swap
 * @param nanoCpus a billion for each processor
 * @param pids how many processes the machine may have, besides a thousand or so for those that run
 *     its commands
 * @param network the engine's network, or {@code none}
 * @param user who runs commands
 */
public record DockerAddress(
    String engine,
    String image,
    long memory,
    long nanoCpus,
    long pids,
    String network,
    String user) {

  private static final String SCHEME = "docker://";
  private static final Set<String> KEYS =
      Set.of("image", "memory", "cpus", "pids", "network", "user");
  private static final Pattern HOST =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?):([0-9]{1,5})");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})([kmgKMG]?)");
  private static final Pattern CPUS = Pattern.compile("[0-9]{1,4}(\\.[0-9]{1,3})?");
  private static final Pattern IMAGE =
      Pattern.compile("[a-z0-9][A-Za-z0-9._:/-]*(@sha256:[0-9a-f]{64})?");
  private static final Pattern NETWORK = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]*");
  private static final Pattern USER =
      Pattern.compile("([a-z_][a-z0-9_-]{0,31}|[0-9]{1,9})(:([a-z_][a-z0-9_-]{0,31}|[0-9]{1,9}))?");
  private static final List<String> UNITS = List.of("", "k", "m", "g");
  private static final long LEAST_MEMORY = 64L * 1024 * 1024;
  private static final int HIGHEST_PORT = 65_535;
  private static final long MOST_PIDS = 1_000_000;

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException if it isn't one; the message names the part that is wrong
   */
  public static DockerAddress parse(String address) {
    if (!address.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw wrong("It doesn't start with “docker://”");
    }
    String rest = address.substring(SCHEME.length());
    if (rest.indexOf('#') >= 0) {
      throw wrong("It has a “#” in it, which an address of an engine can't have");
    }
    int question = rest.indexOf('?');
    Map<String, String> query = query(question < 0 ? "" : rest.substring(question + 1));
    return new DockerAddress(
        engine(question < 0 ? rest : rest.substring(0, question)),
        image(query.getOrDefault("image", "debian:bookworm")),
        memory(query.getOrDefault("memory", "2g")),
        cpus(query.getOrDefault("cpus", "2")),
        pids(query.getOrDefault("pids", "512")),
        network(query.getOrDefault("network", "bridge")),
        matching(
            USER,
            query.getOrDefault("user", "root"),
            "user",
            "Give a name or a number, and a group after a colon if you like, such as 1000:1000"));
  }

  private static String engine(String place) {
    if (place.startsWith("/")) {
      if (place.length() == 1 || place.endsWith("/")) {
        throw wrong("The socket's path “%s” isn't that of a file".formatted(place));
      }
      return "unix://" + place;
    }
    Matcher host = HOST.matcher(place);
    if (!host.matches()) {
      throw wrong(
          place.isEmpty()
              ? "The engine's place is missing"
              : "“%s” isn't a host and a port".formatted(place));
    }
    int port = Integer.parseInt(host.group(3));
    if (port < 1 || port > HIGHEST_PORT) {
      throw wrong("Its port is %s, which isn't one from 1 to 65535".formatted(host.group(3)));
    }
    return "tcp://" + place;
  }

  private static Map<String, String> query(String text) {
    Map<String, String> query = new HashMap<>();
    for (int from = 0; from <= text.length() && !text.isEmpty(); ) {
      int and = text.indexOf('&', from);
      String pair = text.substring(from, and < 0 ? text.length() : and);
      from = and < 0 ? text.length() + 1 : and + 1;
      int equals = pair.indexOf('=');
      String key = equals < 0 ? pair : pair.substring(0, equals);
      if (!KEYS.contains(key)) {
        throw wrong(
            "It has the key “%s”, which isn't one of %s"
                .formatted(key, String.join(", ", new TreeSet<>(KEYS))));
      }
      String value = decoded(key, equals < 0 ? "" : pair.substring(equals + 1));
      if (value.isEmpty()) {
        throw wrong("Its key “%s” has no value".formatted(key));
      }
      if (query.put(key, value) != null) {
        throw wrong("It has the key “%s” twice".formatted(key));
      }
    }
    return query;
  }

  private static String decoded(String key, String value) {
    try {
      // A plus is a plus in an address; only forms write a space so.
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException halfACode) {
      throw wrong("The value of its key “%s” has a “%%” without a code behind it".formatted(key));
    }
  }

  private static String image(String image) {
    matching(IMAGE, image, "image", "Give an image's name, such as debian:bookworm");
    int name = image.lastIndexOf('/') + 1;
    return image.indexOf(':', name) < 0 && image.indexOf('@') < 0 ? image + ":latest" : image;
  }

  private static long memory(String memory) {
    String say = "Give bytes, or a number with k, m or g behind it; at least 64m";
    Matcher size = SIZE.matcher(matching(SIZE, memory, "memory", say));
    if (!size.matches()) {
      throw new IllegalStateException("It matched a moment ago.");
    }
    int unit = UNITS.indexOf(size.group(2).toLowerCase(Locale.ROOT));
    BigDecimal bytes =
        new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(1L << (10 * unit)));
    if (bytes.compareTo(BigDecimal.valueOf(LEAST_MEMORY)) < 0
        || bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw bad("memory", memory, say);
    }
    return bytes.longValueExact();
  }

  private static long cpus(String cpus) {
    String say = "Give how many processors it may use, such as 2 or 0.5";
    long nano =
        new BigDecimal(matching(CPUS, cpus, "cpus", say)).movePointRight(9).longValueExact();
    if (nano < 10_000_000) {
      throw bad("cpus", cpus, say);
    }
    return nano;
  }

  private static long pids(String pids) {
    String say = "Give how many processes it may have, from 16 to 1000000";
    long number = Long.parseLong(matching(Pattern.compile("[0-9]{1,9}"), pids, "pids", say));
    if (number < 16 || number > MOST_PIDS) {
      throw bad("pids", pids, say);
    }
    return number;
  }

  /**
   * The engine's own network would be no wall at all, and another container's isn't ours to use.
   */
  private static String network(String network) {
    String say = "Give bridge, none, or the name of a network of the engine's";
    if (network.equals("host")) {
      throw bad("network", network, say + "; host would put machines on this computer's own");
    }
    return matching(NETWORK, network, "network", say);
  }

  private static String matching(Pattern pattern, String value, String key, String say) {
    if (!pattern.matcher(value).matches()) {
      throw bad(key, value, say);
    }
    return value;
  }

  private static IllegalArgumentException bad(String key, String value, String say) {
    return wrong("Its %s is “%s”. %s".formatted(key, value, say));
  }

  private static IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException(
        "SANDBOX_BACKEND isn't an address of a Docker engine. %s. Such as docker:///var/run/docker.sock?image=debian:bookworm."
            .formatted(what));
  }
}

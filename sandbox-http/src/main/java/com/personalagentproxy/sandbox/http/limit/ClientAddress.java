package com.personalagentproxy.sandbox.http.limit;

import io.javalin.http.Context;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a request comes from, as it is counted: an address of IPv4, or a network of IPv6 that one
 * customer has (/64).
 */
final class ClientAddress {

  private static final String BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
  private static final String PORT = "(?::\\d{1,5})?";

  /** Begins with a figure and has a colon, and so is never looked up as a name. */
  private static final String SIX = "[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]{1,40}";

  private static final Pattern OF_IPV4 =
      Pattern.compile("(" + BYTE + "(?:\\." + BYTE + "){3})" + PORT);
  private static final Pattern OF_IPV6 =
      Pattern.compile("\\[(" + SIX + ")]" + PORT + "|(" + SIX + ")");
  private static final int NETWORK_BYTES = 8;

  private ClientAddress() {}

  /**
   * That of a request.
   *
   * @param proxies how many to believe
   */
  static String of(Context context, int proxies) {
    return of(context.req().getRemoteAddr(), forwardedFor(context), proxies);
  }

  static List<String> forwardedFor(Context context) {
    return Collections.list(context.req().getHeaders("X-Forwarded-For"));
  }

  /**
   * What it counts as. Where proxies wrote down something else than an address, it is the peer's.
   *
   * @param peer who is at the other end of the connection
   * @param forwardedFor the lines in which proxies wrote it down, the last of them last
   * @param proxies how many of them to believe; anybody may write more
   */
  static String of(String peer, List<String> forwardedFor, int proxies) {
    return forwarded(forwardedFor, proxies)
        .flatMap(ClientAddress::network)
        .or(() -> network(peer))
        .orElse("unknown");
  }

  private static Optional<String> forwarded(List<String> lines, int proxies) {
    if (proxies == 0 || lines.isEmpty()) {
      return Optional.empty();
    }
    String[] hops = String.join(",", lines).split(",", -1);
    return Optional.of(hops[Math.max(0, hops.length - proxies)].strip());
  }

  private static Optional<String> network(String address) {
    Matcher four = OF_IPV4.matcher(address);
    if (four.matches()) {
      return Optional.of(four.group(1));
    }
    Matcher six = OF_IPV6.matcher(address);
    return six.matches()
        ? networkOfIpv6(six.group(1) == null ? six.group(2) : six.group(1))
        : Optional.empty();
  }

  private static Optional<String> networkOfIpv6(String address) {
    try {
      InetAddress read = InetAddress.getByName(address);
      if (!(read instanceof Inet6Address)) {
        return Optional.of(read.getHostAddress());
      }
      byte[] network = Arrays.copyOf(read.getAddress(), read.getAddress().length);
      Arrays.fill(network, NETWORK_BYTES, network.length, (byte) 0);
      return Optional.of(InetAddress.getByAddress(network).getHostAddress());
    } catch (UnknownHostException malformed) {
      return Optional.empty();
    }
  }
}

package com.personalagentproxy.sandbox.http.limit;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a request comes from, as it is counted: an address of IPv4, or a network of IPv6 that one
 * customer has (/64).
 */
final class ClientAddress {

  private static final Pattern FIGURES = Pattern.compile("[0-9.]{7,15}|\\[?[0-9A-Fa-f:.]{2,45}]?");
  private static final int NETWORK_BYTES = 8;

  private ClientAddress() {}

  /**
   * What it counts as.
   *
   * @param peer who is at the other end of the connection
   * @param forwardedFor what proxies wrote down, the last of them last
   * @param proxies how many of them to believe; anybody may write more
   */
  static String of(String peer, @Nullable String forwardedFor, int proxies) {
    if (proxies == 0 || forwardedFor == null) {
      return network(peer);
    }
    List<String> hops = Arrays.stream(forwardedFor.split(",", -1)).map(String::strip).toList();
    return network(hops.get(Math.max(0, hops.size() - proxies)));
  }

  private static String network(String address) {
    // Only figures, or a name would be looked up.
    if (!FIGURES.matcher(address).matches()) {
      return "unknown";
    }
    try {
      InetAddress read = InetAddress.getByName(address);
      if (!(read instanceof Inet6Address)) {
        return read.getHostAddress();
      }
      byte[] network = Arrays.copyOf(read.getAddress(), read.getAddress().length);
      Arrays.fill(network, NETWORK_BYTES, network.length, (byte) 0);
      return InetAddress.getByAddress(network).getHostAddress();
    } catch (UnknownHostException malformed) {
      return "unknown";
    }
  }
}

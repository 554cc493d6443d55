package com.personalagentproxy.sandbox.http.oauth;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * Which addresses are the public internet's. All others are refused to whoever makes the server
 * fetch something: they may be services of its own network that trust it.
 */
final class PublicAddress {

  /** Networks of IPv4 that are none of the public internet's, besides those Java knows. */
  private static final List<Network> RESERVED_4 =
      List.of(
          Network.of("0.0.0.0", 8),
          Network.of("100.64.0.0", 10),
          Network.of("192.0.0.0", 24),
          Network.of("192.0.2.0", 24),
          Network.of("192.88.99.0", 24),
          Network.of("198.18.0.0", 15),
          Network.of("198.51.100.0", 24),
          Network.of("203.0.113.0", 24),
          Network.of("240.0.0.0", 4));

  /** The only one of IPv6 that is the public internet's. */
  private static final Network GLOBAL_6 = Network.of("2000::", 3);

  /** Of those, the ones that stand for IPv4 addresses or are for examples. */
  private static final List<Network> RESERVED_6 =
      List.of(
          Network.of("2001::", 23),
          Network.of("2001:db8::", 32),
          Network.of("2002::", 16),
          Network.of("3fff::", 20));

  private record Network(InetAddress address, int bits) {

    /** From an address in figures; no name is looked up. */
    static Network of(String figures, int bits) {
      try {
        return new Network(InetAddress.getByName(figures), bits);
      } catch (UnknownHostException impossible) {
        throw new IllegalArgumentException(figures + " is no address.", impossible);
      }
    }

    boolean has(InetAddress other) {
      byte[] ours = address.getAddress();
      byte[] theirs = other.getAddress();
      int whole = bits / Byte.SIZE;
      int rest = bits % Byte.SIZE;
      return ours.length == theirs.length
          && Arrays.equals(ours, 0, whole, theirs, 0, whole)
          && (rest == 0 || (((ours[whole] ^ theirs[whole]) & 0xff) >> (Byte.SIZE - rest)) == 0);
    }
  }

  private PublicAddress() {}

  static boolean is(InetAddress address) {
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    if (address instanceof Inet4Address) {
      return RESERVED_4.stream().noneMatch(network -> network.has(address));
    }
    return address instanceof Inet6Address
        && GLOBAL_6.has(address)
        && RESERVED_6.stream().noneMatch(network -> network.has(address));
  }
}

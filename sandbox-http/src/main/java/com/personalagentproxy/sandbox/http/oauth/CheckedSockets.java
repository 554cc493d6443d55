package com.personalagentproxy.sandbox.http.oauth;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.function.Predicate;
import javax.net.ssl.SSLSocketFactory;

/**
 * Sockets that connect to allowed addresses only. The address is looked at in the moment it is
 * connected to: a name that is asked twice may stand for two addresses.
 */
final class CheckedSockets extends SSLSocketFactory {

  private final SSLSocketFactory secured;
  private final Predicate<InetAddress> isAllowed;
  private final Socket plain;

  /** For one connection. */
  CheckedSockets(SSLSocketFactory secured, Predicate<InetAddress> isAllowed) {
    this.secured = secured;
    this.isAllowed = isAllowed;
    this.plain = new Checked();
  }

  /** Ends the connection, whatever it is doing. */
  void cutOff() {
    try {
      plain.close();
    } catch (IOException closed) {
      // Then it is.
    }
  }

  private final class Checked extends Socket {

    @Override
    public void connect(SocketAddress address, int timeout) throws IOException {
      boolean mayBe =
          address instanceof InetSocketAddress internet
              && internet.getAddress() != null
              && isAllowed.test(internet.getAddress());
      if (!mayBe) {
        throw new IOException("The address is none of the public internet's.");
      }
      super.connect(address, timeout);
    }
  }

  @Override
  public Socket createSocket() {
    return plain;
  }

  @Override
  public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    return secured.createSocket(socket, host, port, autoClose);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    throw notSo();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    throw notSo();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    throw notSo();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    throw notSo();
  }

  private static IOException notSo() {
    return new IOException("This would connect without the address being looked at.");
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return secured.getDefaultCipherSuites();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return secured.getSupportedCipherSuites();
  }
}

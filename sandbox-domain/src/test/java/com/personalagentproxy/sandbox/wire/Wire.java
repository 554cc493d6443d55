package com.personalagentproxy.sandbox.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * What lies between a program and, say, its database, and can go wrong: it can be cut, swallow
 * everything while it stays open, hold it up, refuse, be slow, or lose the answers only.
 */
public final class Wire implements AutoCloseable {

  /** How it is. */
  public enum State {
    WELL,
    /** Connections stay open, and nothing arrives any more. */
    SILENT,
    /** Connections stay open, and what is sent arrives only when it is well again. */
    HELD,
    /** What is asked arrives, the answers only when it is well again. */
    ANSWERS_HELD,
    /** What is asked arrives, the answers don't. */
    ANSWERS_LOST,
    /** Nobody listens. */
    REFUSING
  }

  private static final int LOWEST_PORT = 20_000;
  private static final int HIGHEST_PORT = 30_000;

  private final InetSocketAddress far;
  private final InetAddress loopback = InetAddress.getLoopbackAddress();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final int port;
  private volatile ServerSocket door;
  private Thread keeper;
  private volatile State state = State.WELL;
  private volatile Duration delay = Duration.ZERO;

  private Wire(InetSocketAddress far) throws IOException {
    this.far = far;
    this.door = door(loopback);
    this.port = door.getLocalPort();
    this.keeper = start(() -> accept(door));
  }

  /**
   * At a port that the system gives nobody by itself: it must be there again after a while of
   * refusing.
   */
  private static ServerSocket door(InetAddress loopback) throws IOException {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
      try {
        return new ServerSocket(port, 50, loopback);
      } catch (BindException isTaken) {
        // There are many more.
      }
    }
  }

  /** A way there that begins at a port of this computer. */
  public static Wire to(String host, int port) throws IOException {
    return new Wire(new InetSocketAddress(host, port));
  }

  /** Where it begins, on this computer. */
  public int port() {
    return port;
  }

  /** Becomes so, with the connections that are open. */
  public synchronized void is(State now) throws IOException {
    state = now;
    notifyAll();
    if (now == State.REFUSING) {
      door.close();
      cut();
    } else if (door.isClosed()) {
      awaitThatThePortIsFree();
      door = new ServerSocket(port, 50, loopback);
      ServerSocket again = door;
      keeper = start(() -> accept(again));
    }
  }

  /** Whoever waits at a door that was closed has it until they have heard of it. */
  private void awaitThatThePortIsFree() throws IOException {
    try {
      keeper.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  /** What is sent takes so long. */
  public void takes(Duration each) {
    delay = each;
  }

  /** Ends the connections that are open; new ones are as the state says. */
  public void cut() {
    open.forEach(Wire::close);
  }

  /** How many are open. */
  public int connections() {
    return open.size() / 2;
  }

  private void accept(ServerSocket at) {
    while (!at.isClosed()) {
      try {
        Socket near = at.accept();
        Socket there = new Socket();
        there.connect(far);
        open.add(near);
        open.add(there);
        start(() -> carry(near, there, false));
        start(() -> carry(there, near, true));
        if (at.isClosed()) {
          // It came in while the door was being closed, unseen by whoever cut the others.
          close(near);
          close(there);
        }
      } catch (IOException isOver) {
        // The door is closed, or the database.
      }
    }
  }

  private void carry(Socket from, Socket to, boolean isAnswer) {
    byte[] piece = new byte[8192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        LockSupport.parkNanos(delay.toNanos());
        awaitThatItIsLetThrough(isAnswer);
        boolean isSwallowed = state == State.SILENT || (isAnswer && state == State.ANSWERS_LOST);
        if (!isSwallowed) {
          out.write(piece, 0, length);
        }
      }
    } catch (IOException isCut) {
      // Both ends hear of it.
    } finally {
      open.remove(from);
      open.remove(to);
    }
  }

  private synchronized void awaitThatItIsLetThrough(boolean isAnswer)
      throws InterruptedIOException {
    try {
      while (state == State.HELD || (isAnswer && state == State.ANSWERS_HELD)) {
        wait();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work, "wire");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException isClosed) {
      // So it is.
    }
  }

  @Override
  public void close() throws IOException {
    is(State.REFUSING);
  }
}

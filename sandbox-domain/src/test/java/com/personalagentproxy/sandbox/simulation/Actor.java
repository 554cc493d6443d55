package com.personalagentproxy.sandbox.simulation;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread of the simulated world. Only one actor goes on at any time; it hands over at each call
 * of a port.
 */
final class Actor {

  private final String name;
  private final Runnable role;
  final long number;

  /** The server it runs on now, until that is killed; absent for who is outside all servers. */
  @Nullable Life life;

  /** The call it works on, for the judge. */
  @Nullable Call call;

  /** When it goes on by itself, while it waits. */
  long wakesAt;

  /** What it waits for besides the time. */
  @Nullable Signal waitsFor;

  private volatile @Nullable Thread thread;
  private volatile boolean mayGoOn;

  Actor(String name, long number, Runnable role) {
    this.name = name;
    this.number = number;
    this.role = role;
  }

  /** Runs it on this thread from beginning to end. */
  void play() {
    thread = Thread.currentThread();
    role.run();
  }

  /** Whether it has begun. */
  boolean hasBegun() {
    return thread != null;
  }

  /** Lets the actor's thread go on. */
  void goOn() {
    mayGoOn = true;
    LockSupport.unpark(thread);
  }

  /** Stops this actor's thread until it may go on. */
  void pause() {
    while (!mayGoOn) {
      LockSupport.park(this);
    }
    mayGoOn = false;
  }

  @Override
  public String toString() {
    return name;
  }
}

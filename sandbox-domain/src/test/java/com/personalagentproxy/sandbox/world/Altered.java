package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.move.Background;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.SettledMoves;
import com.personalagentproxy.sandbox.move.Surroundings;
import java.util.function.LongSupplier;

/** Ports like a world's, with one of them altered: those of another server of the same world. */
public final class Altered {

  private Altered() {}

  /** With another way to the store. */
  public static Ports store(Ports ports, SandboxStore store) {
    return of(ports, store, ports.surroundings());
  }

  /** With another way to wait for moves. */
  public static Ports settledMoves(Ports ports, SettledMoves settledMoves) {
    Surroundings usual = ports.surroundings();
    return surroundings(ports, settledMoves, usual.background(), usual.nanoTime());
  }

  /** With another way to do work. */
  public static Ports background(Ports ports, Background background) {
    Surroundings usual = ports.surroundings();
    return surroundings(ports, usual.settledMoves(), background, usual.nanoTime());
  }

  /** On which waiting for a move takes no time. */
  public static Ports passing(Ports ports, PassingTime time) {
    return surroundings(ports, time, ports.background(), time::nanoTime);
  }

  private static Ports surroundings(
      Ports ports, SettledMoves settledMoves, Background background, LongSupplier nanoTime) {
    return of(
        ports,
        ports.store(),
        new Surroundings(
            settledMoves,
            background,
            ports.surroundings().clock(),
            nanoTime,
            ports.surroundings().newIds()));
  }

  private static Ports of(Ports ports, SandboxStore store, Surroundings surroundings) {
    return new Ports(
        store,
        ports.backend(),
        ports.connections(),
        ports.experiments(),
        ports.tasks(),
        ports.activity(),
        surroundings,
        ports.timing());
  }
}

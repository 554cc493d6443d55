package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Move;

/** What is in a world without anybody having asked for it there. */
public final class Planted {

  private Planted() {}

  /** A sandbox that is awake, with its machine, in a connection of its own. */
  public static Sandbox awake(World world) {
    return awake(world, SomeSandbox.someConnection(), "box");
  }

  /** Likewise, in that connection and of that name. */
  public static Sandbox awake(World world, ConnectionId connection, String name) {
    Sandbox row = SomeSandbox.awake(connection, name, world.ports.now());
    world.store.add(row);
    world.machines.make(row.id().machine(), row.generation());
    return row;
  }

  /** A machine whose row went without it. */
  public static MachineId orphan(World world) {
    Sandbox row = awake(world);
    Sandbox deleting =
        world
            .store
            .claim(
                row.id(),
                Guard.of(row),
                SomeSandbox.onTheWay(Move.DELETE, world.ports.now()),
                "It was deleted, and the backend never told.")
            .orElseThrow();
    world.store.remove(deleting.id(), deleting.generation());
    return row.id().machine();
  }
}

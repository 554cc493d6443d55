package com.personalagentproxy.sandbox.simulation;

import java.util.ArrayList;
import java.util.List;

/** What actors wait for. */
final class Signal {

  final List<Actor> waiting = new ArrayList<>();
}

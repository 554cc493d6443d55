package com.personalagentproxy.sandbox.backend.protocol;

import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Machines as the service tells of them. */
final class KeptAnswer {

  private static final String MACHINE = "a machine";
  private static final String PAGE = "a list of machines";

  private KeptAnswer() {}

  /**
   * How the machine is that was asked for.
   *
   * @throws Cut if that is another, or none
   */
  static Condition condition(Reply reply, MachineId asked) throws Cut {
    return condition(of(reply, asked));
  }

  /**
   * That the machine was moved as asked, unless a later call has gone past.
   *
   * @throws Cut if it wasn't
   */
  static void requireMoved(Reply reply, MachineId machine, Generation asked, Condition meant)
      throws Cut {
    Fields now = of(reply, machine);
    Generation seen = now.generation("generation", asked.number());
    if (seen.equals(asked) && condition(now) != meant) {
      throw new Cut(
          "The backend answered as if it had done what it was asked, but the machine isn't so.");
    }
  }

  private static Fields of(Reply reply, MachineId asked) throws Cut {
    Fields fields = reply.fields(MACHINE);
    if (!fields.id("id").equals(asked.value())) {
      throw fields.wrong("id");
    }
    return fields;
  }

  /**
   * A page of machines.
   *
   * @throws Cut if they aren't in the order of their ids, or more than asked for
   */
  static List<Listed> page(Reply reply, @Nullable MachineId after, int limit) throws Cut {
    Fields fields = reply.fields(PAGE);
    JsonNode told = fields.at("machines");
    if (!told.isArray() || told.size() > limit) {
      throw fields.wrong("machines");
    }
    List<Listed> page = new ArrayList<>();
    MachineId last = after;
    for (JsonNode each : told) {
      Listed next = listed(Fields.of(each, MACHINE));
      if (last != null && last.compareTo(next.machine()) >= 0) {
        throw new Cut("The backend listed machines that aren't in the order of their ids.");
      }
      page.add(next);
      last = next.machine();
    }
    return List.copyOf(page);
  }

  private static Listed listed(Fields fields) throws Cut {
    return new Listed(
        new MachineId(fields.id("id")),
        fields.generation("generation", 1),
        condition(fields),
        fields.instant("since"));
  }

  private static Condition condition(Fields fields) throws Cut {
    return switch (fields.text("condition")) {
      case "awake" -> Condition.AWAKE;
      case "asleep" -> Condition.ASLEEP;
      default -> throw fields.wrong("condition");
    };
  }
}

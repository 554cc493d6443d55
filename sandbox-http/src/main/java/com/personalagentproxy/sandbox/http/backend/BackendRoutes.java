package com.personalagentproxy.sandbox.http.backend;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.http.CallThreads;
import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Gap;
import com.personalagentproxy.sandbox.machine.MachineId;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The backend protocol, version 1, for servers that know the token. */
public final class BackendRoutes implements Routes {

  private static final int VERSION = 1;
  private static final int NO_CONTENT = 204;
  private static final String MACHINE = "/machines/{id}";

  /** Of HTTP: two digits for the day of the month, and always GMT. */
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final MachineBackend introduced;
  private final Installations installations;
  private final ServiceToken token;
  private final InstantSource clock;
  private final CommandRunner runner;
  private final CommandsUnderWay underWay = new CommandsUnderWay();

  /**
   * The routes.
   *
   * @param introduced what the service says of itself is what this backend says
   * @param token what callers must bear; at least 16 characters, without blanks
   * @param clock the service's: what callers are told the time by, and held to it
   */
  public BackendRoutes(
      MachineBackend introduced, Installations installations, String token, InstantSource clock) {
    this(introduced, installations, token, clock, CallThreads.named("command"));
  }

  BackendRoutes(
      MachineBackend introduced,
      Installations installations,
      String token,
      InstantSource clock,
      CallThreads threads) {
    this.introduced = introduced;
    this.installations = installations;
    this.token = new ServiceToken(token);
    this.clock = clock;
    this.runner = new CommandRunner(threads);
  }

  /** What the service says of itself. */
  private record Introduction(int protocol, String isolation, String description, List<Gap> gaps) {}

  /** A page of machines. */
  private record Page(List<KeptJson> machines) {}

  @FunctionalInterface
  private interface Move {
    void make(MachineBackend machines, MachineId machine, Generation generation);
  }

  @FunctionalInterface
  private interface Call {
    void answer(Context context, MachineBackend machines);
  }

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.exception(
        CallError.Thrown.class, (thrown, context) -> thrown.error().answer(context));
    config.routes.exception(
        BackendException.class, (thrown, context) -> CallError.of(thrown).answer(context));
    config.routes.before(this::tellTime);
    // Again where the work took long: callers take it for the time when the answer went.
    config.routes.after(
        context -> {
          if (!context.res().isCommitted()) {
            tellTime(context);
          }
        });
    config.routes.get("/", context -> call(context, this::introduce));
    config.routes.get("/machines", context -> call(context, BackendRoutes::list));
    config.routes.get(MACHINE, context -> call(context, BackendRoutes::inspect));
    config.routes.put(MACHINE, context -> move(context, Condition.AWAKE, MachineBackend::make));
    config.routes.post(
        MACHINE + "/wake", context -> move(context, Condition.AWAKE, MachineBackend::wake));
    config.routes.post(
        MACHINE + "/sleep", context -> move(context, Condition.ASLEEP, MachineBackend::sleep));
    config.routes.delete(MACHINE, context -> call(context, BackendRoutes::delete));
    config.routes.post(MACHINE + "/exec", context -> call(context, this::exec));
    config.routes.delete(MACHINE + "/exec/{exec}", context -> call(context, this::end));
  }

  private void tellTime(Context context) {
    context.header(Header.DATE, DATE.format(clock.instant()));
  }

  /** Whoever calls is known before anything of the call is looked at. */
  private void call(Context context, Call call) {
    token.require(context);
    Answer<MachineBackend> machines = installations.machines(Asked.installation(context));
    if (machines instanceof Answer.Refused<MachineBackend> refused) {
      throw CallError.invalid(refused.refusal().sentence());
    }
    call.answer(context, machines.orElseThrow());
  }

  private void introduce(Context context, MachineBackend unused) {
    StrictJson.answer(
        context,
        new Introduction(
            VERSION,
            introduced.isolation().name().toLowerCase(Locale.ROOT),
            introduced.description(),
            introduced.gaps()));
  }

  private static void list(Context context, MachineBackend machines) {
    @Nullable MachineId after = Asked.after(context);
    StrictJson.answer(
        context,
        new Page(machines.list(after, Asked.limit(context)).stream().map(KeptJson::of).toList()));
  }

  private static void inspect(Context context, MachineBackend machines) {
    MachineId machine = Asked.machine(context);
    Condition condition = machines.inspect(machine);
    if (condition == Condition.ABSENT) {
      throw new BackendException.MachineGone(machine);
    }
    StrictJson.answer(context, KeptJson.found(machines, machine, condition));
  }

  private void move(Context context, Condition meant, Move move) {
    call(
        context,
        (same, machines) -> {
          MachineId machine = Asked.machine(context);
          Generation generation = Asked.generation(context);
          move.make(machines, machine, generation);
          StrictJson.answer(context, KeptJson.moved(machine, meant, generation));
        });
  }

  private static void delete(Context context, MachineBackend machines) {
    MachineId machine = Asked.machine(context);
    machines.delete(machine, Asked.generationOfQuery(context));
    context.status(NO_CONTENT);
  }

  private void exec(Context context, MachineBackend machines) {
    MachineId machine = Asked.machine(context);
    Asked.Order order = Asked.order(context);
    if (order.startBy() != null && clock.instant().isAfter(order.startBy())) {
      throw new CallError.Thrown(
          new CallError(
              CallError.Code.TOO_LATE,
              "The call came after its start_by, so nothing was run.",
              null));
    }
    CommandRun run =
        new CommandRun(
            (stdout, stderr) ->
                machines.run(machine, order.generation(), order.command(), stdout, stderr));
    Runnable leave = underWay.enter(machine, order.exec(), run);
    try {
      runner.run(run, order.command().timeout(), new CommandStream(context));
    } finally {
      leave.run();
    }
  }

  /** Its own answer tells how it ended. */
  private void end(Context context, MachineBackend unused) {
    if (!underWay.end(Asked.machine(context), Asked.exec(context))) {
      throw new CallError.Thrown(
          new CallError(
              CallError.Code.COMMAND_GONE,
              "No such command runs in the machine: it has ended, or hasn't come yet.",
              null));
    }
    context.status(NO_CONTENT);
  }
}

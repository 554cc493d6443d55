package com.personalagentproxy.sandbox.web.documentation;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.collection.StateRefusal;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.MoveTable;
import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import com.personalagentproxy.sandbox.machine.MoveTable.Next;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page {@code docs/moves.md}, written from the table of moves that the program decides by. */
final class MovesPage {

  private static final String INTRODUCTION =
      """
      # Moves

      What each ask comes to in each state. This page is written from the table that the program decides by; a test compares them.

      """;

  private static final String AFTER_THE_PICTURE =
      """

      A state on the way (`creating`, `falling_asleep`, `waking`, `deleting`) has a deadline. From any state but `deleting` a sandbox becomes
      `lost` when the backend says that its machine is gone for good.

      """;

  private static final String BEFORE_THE_WORDS =
      """

      Before the table is looked at, the whole of an agent's call is checked: access, task, and what it gave. The lease is asked about for a
      command where the table doesn't refuse, and for a sleep or a delete where it says *claims* or *waits*: whoever asks for what is so already,
      or is under way, changes nothing by it. A command is counted in first, and runs once the sandbox is awake.

      """;

  private MovesPage() {}

  static String text() {
    return INTRODUCTION
        + picture()
        + AFTER_THE_PICTURE
        + table()
        + BEFORE_THE_WORDS
        + legend()
        + "\n"
        + refusals();
  }

  /** Where the pages show the state machine. */
  static String picture() {
    return "![The states of a sandbox, and the moves between them](pictures/states.svg)\n";
  }

  /** Each arrow of the state machine: every claim that the table has, and how it ends. */
  static Set<String> arrows() {
    Stream<String> claims =
        Arrays.stream(Move.values())
            .flatMap(
                move ->
                    Stream.concat(
                        begins(move), Stream.of(move.through().word() + " " + end(move))));
    return Stream.concat(claims, Stream.of("start creating", "awake lost", "lost asleep"))
        .collect(Collectors.toSet());
  }

  /** What may begin from every state is drawn from {@code awake}. */
  private static Stream<String> begins(Move move) {
    List<StateName> from =
        Arrays.stream(StateName.values())
            .filter(state -> state != move.through() && !asksFor(move, state).isEmpty())
            .toList();
    return from.size() == StateName.values().length - 1
        ? Stream.of(StateName.AWAKE.word() + " " + move.through().word())
        : from.stream().map(state -> state.word() + " " + move.through().word());
  }

  private static String asksFor(Move move, StateName state) {
    return Arrays.stream(Ask.values())
        .filter(ask -> MoveTable.next(state, ask) == claim(move))
        .map(MovesPage::words)
        .collect(Collectors.joining(", "));
  }

  private static Next claim(Move move) {
    return switch (move) {
      case MAKE -> Next.CLAIM_MAKE;
      case SLEEP -> Next.CLAIM_SLEEP;
      case WAKE -> Next.CLAIM_WAKE;
      case DELETE -> Next.CLAIM_DELETE;
    };
  }

  private static String end(Move move) {
    return switch (move) {
      case MAKE, WAKE -> StateName.AWAKE.word();
      case SLEEP -> StateName.ASLEEP.word();
      case DELETE -> "end";
    };
  }

  private static String table() {
    String head =
        Arrays.stream(Ask.values())
            .map(MovesPage::words)
            .collect(Collectors.joining(" | ", "| state | ", " |\n"));
    String line = "| --- ".repeat(Ask.values().length + 1) + "|\n";
    return Arrays.stream(StateName.values())
        .map(
            state ->
                Arrays.stream(Ask.values())
                    .map(ask -> words(MoveTable.next(state, ask)))
                    .collect(Collectors.joining(" | ", "| `" + state.word() + "` | ", " |\n")))
        .collect(Collectors.joining("", head + line, ""));
  }

  private static String words(Ask ask) {
    return switch (ask) {
      case MAKE -> "make another of its name";
      case MAKE_AGAIN -> "make it again, by its idempotency key";
      case RUN -> "run a command";
      case WAKE -> "wake";
      case SLEEP -> "sleep";
      case DELETE -> "delete";
      case SLEEP_IDLE -> "idle for thirty minutes";
      case REPAIR -> "past its deadline";
    };
  }

  private static String words(Next next) {
    return switch (next) {
      case CLAIM_MAKE -> "claims the make";
      case CLAIM_SLEEP -> "claims the sleep";
      case CLAIM_WAKE -> "claims the wake";
      case CLAIM_DELETE -> "claims the delete";
      case JOIN -> "joins";
      case WAIT -> "waits";
      case ALREADY -> "is so already";
      case LEAVE -> "is left alone";
      case REFUSE_TAKEN -> "is refused: taken";
      case REFUSE_DELETING -> "is refused: deleting";
      case REFUSE_LOST -> "is refused: lost";
    };
  }

  private static String legend() {
    return """
    | it says | that is |
    | --- | --- |
    | claims the … | one guarded write on the state and the generation that were read; whoever wins it asks the backend, and nobody else |
    | claims the sleep, idle for thirty minutes | the same on the state and the idleness as they are in that write, for several sandboxes in one; those that are just being written are passed over until the next time |
    | claims the …, past its deadline | the same with a higher generation; the backend is asked how the machine is, and the row settled so. Of a failed make all is cleared up |
    | joins | the move that is asked for is under way: waits for it and shares its result, a failure too |
    | waits | another move is under way: waits until it is settled, then asks again |
    | is so already | nothing is claimed, and nothing asked of the backend |
    | is left alone | the sweeper doesn't look at it |

    Who joins or waits longer than a minute is told: *%s*
    """
        .formatted(new Refusal.StillMoving("build", StateName.WAKING.word()).sentence());
  }

  private static String refusals() {
    return Stream.of(
            refusal(Next.REFUSE_TAKEN, StateName.AWAKE, ""),
            refusal(Next.REFUSE_DELETING, StateName.DELETING, "It was deleted by Ada."),
            refusal(
                Next.REFUSE_LOST, StateName.LOST, "The backend has no machine for it any more."))
        .collect(Collectors.joining("", "| it is refused | in these words |\n| --- | --- |\n", ""));
  }

  private static String refusal(Next next, StateName state, String reason) {
    Sandbox row = SomeSandbox.in(state, SomeSandbox.someConnection(), "build", Instant.EPOCH);
    Refusal refusal =
        StateRefusal.of(next, row.in(row.state(), Generation.FIRST, reason)).orElseThrow();
    return "| %s | *%s* |\n".formatted(words(next).replace("is refused: ", ""), refusal.sentence());
  }
}

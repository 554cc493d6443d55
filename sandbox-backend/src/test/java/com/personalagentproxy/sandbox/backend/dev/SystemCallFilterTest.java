package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the filter says of calls, also on computers that these tests don't run on. */
class SystemCallFilterTest {

  private static final long X86_64 = 0xC000003EL;
  private static final long RISCV_64 = 0xC00000F3L;
  private static final int X32 = 0x40000000;

  private static final int ALLOWED = 0x7FFF0000;
  private static final int NO_SUCH_CALL = 0x50026;
  private static final int PROCESS_ENDED = 0x80000000;

  private final ByteBuffer program =
      ByteBuffer.wrap(SystemCallFilter.program()).order(ByteOrder.nativeOrder());

  /** The three have numbers that follow each other everywhere. */
  @ParameterizedTest
  @CsvSource({
    "x86_64,  0xC000003E, 248",
    "x32,     0xC000003E, 1073742072",
    "i386,    0x40000003, 286",
    "aarch64, 0xC00000B7, 217",
    "arm,     0x40000028, 309"
  })
  void onlyTheThreeCallsOnKeysAreThoughtMissing(String name, long architecture, int addKey) {
    int base = addKey & X32;
    assertThat(IntStream.range(base, base + 1000))
        .as(name)
        .allSatisfy(
            call ->
                assertThat(verdict(architecture, call))
                    .as("call %s", call)
                    .isEqualTo(call >= addKey && call < addKey + 3 ? NO_SUCH_CALL : ALLOWED));
  }

  @Test
  void aCallWithoutANumberIsTheKernelsToAnswer() {
    assertThat(verdict(X86_64, -1)).isEqualTo(ALLOWED);
  }

  /** So that it isn't taken for one that works there. */
  @Test
  void whatNumbersItsCallsInAnotherWayIsEnded() {
    assertThat(verdict(RISCV_64, 1)).isEqualTo(PROCESS_ENDED);
  }

  /** What the kernel would do of it. */
  private int verdict(long architecture, int call) {
    ByteBuffer asked =
        ByteBuffer.allocate(64)
            .order(ByteOrder.nativeOrder())
            .putInt(call)
            .putInt((int) architecture);
    int value = 0;
    for (int at = 0; ; at++) {
      int operand = program.getInt(at * 8 + 4);
      switch (program.getShort(at * 8)) {
        case 0x20 -> value = asked.getInt(operand);
        case 0x15 -> at += Byte.toUnsignedInt(program.get(at * 8 + (value == operand ? 2 : 3)));
        case 0x06 -> {
          return operand;
        }
        default -> throw new AssertionError("The test knows no instruction " + at + ".");
      }
    }
  }
}

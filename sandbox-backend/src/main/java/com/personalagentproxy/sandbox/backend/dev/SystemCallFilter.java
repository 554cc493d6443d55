package com.personalagentproxy.sandbox.backend.dev;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Refuses the kernel's keys to a jail's processes, as a kernel would that has none. It hands a
 * login's keys (for Kerberos, for encrypted folders) down to every child and has no namespace for
 * them: without this, commands could read those of the login that started the server, and all
 * machines would share them.
 *
 * <p>A program for the kernel (seccomp), for 64-bit x86 and ARM and the 32-bit programs that run on
 * them. On any other architecture it ends every process at once, so whether it can be used is to be
 * tried.
 */
final class SystemCallFilter {

  /**
   * How the calls are numbered where programs run.
   *
   * @param architecture as the kernel tells it
   * @param refused the numbers of add_key, request_key and keyctl
   */
  private record Numbering(int architecture, List<Integer> refused) {}

  /** In the numbers of x32, 32-bit programs that the kernel doesn't tell from 64-bit ones. */
  private static final int X32 = 0x40000000;

  private static final List<Numbering> NUMBERINGS =
      List.of(
          // x86_64
          new Numbering(0xC000003E, List.of(248, 249, 250, X32 | 248, X32 | 249, X32 | 250)),
          // i386
          new Numbering(0x40000003, List.of(286, 287, 288)),
          // aarch64
          new Numbering(0xC00000B7, List.of(217, 218, 219)),
          // arm
          new Numbering(0x40000028, List.of(309, 310, 311)));

  private static final short LOAD = 0x20;
  private static final short JUMP_IF_EQUAL = 0x15;
  private static final short RETURN = 0x06;

  /** Where the kernel puts what the program may look at. */
  private static final int NUMBER = 0;

  private static final int ARCHITECTURE = 4;

  private static final int ALLOW = 0x7FFF0000;
  private static final int END_THE_PROCESS = 0x80000000;
  private static final int NO_SUCH_CALL = 38;
  private static final int REFUSE = 0x00050000 | NO_SUCH_CALL;

  private static final int INSTRUCTION_BYTES = 8;

  /**
   * What the processor of the kernel's filters does next.
   *
   * @param equal how many instructions are left out if a comparison finds what it looks for
   * @param other how many if it doesn't
   */
  private record Instruction(short code, int equal, int other, int operand) {}

  private SystemCallFilter() {}

  /** As bubblewrap wants it: an instruction after the other, in this computer's byte order. */
  static byte[] program() {
    List<Instruction> program = new ArrayList<>();
    program.add(load(ARCHITECTURE));
    NUMBERINGS.forEach(numbering -> add(program, numbering));
    program.add(end(END_THE_PROCESS));
    ByteBuffer bytes =
        ByteBuffer.allocate(program.size() * INSTRUCTION_BYTES).order(ByteOrder.nativeOrder());
    for (Instruction one : program) {
      bytes
          .putShort(one.code())
          .put((byte) one.equal())
          .put((byte) one.other())
          .putInt(one.operand());
    }
    return bytes.array();
  }

  /** Comes to an end for this architecture, and goes on after itself for others. */
  private static void add(List<Instruction> program, Numbering numbering) {
    int left = numbering.refused().size();
    program.add(new Instruction(JUMP_IF_EQUAL, 0, left + 3, numbering.architecture()));
    program.add(load(NUMBER));
    for (int refused : numbering.refused()) {
      program.add(new Instruction(JUMP_IF_EQUAL, left--, 0, refused));
    }
    program.add(end(ALLOW));
    program.add(end(REFUSE));
  }

  private static Instruction load(int where) {
    return new Instruction(LOAD, 0, 0, where);
  }

  private static Instruction end(int verdict) {
    return new Instruction(RETURN, 0, 0, verdict);
  }
}

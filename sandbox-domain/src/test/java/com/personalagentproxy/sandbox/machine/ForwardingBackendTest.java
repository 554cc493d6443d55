package com.personalagentproxy.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.OutputSink;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ForwardingBackendTest {

  /** Throws, whatever it is asked, what tells the question. */
  private final MachineBackend asked =
      (MachineBackend)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {MachineBackend.class},
              (proxy, method, arguments) -> {
                throw new Asked(
                    method.getName(), arguments == null ? List.of() : Arrays.asList(arguments));
              });

  private final MachineBackend front = new ForwardingBackend(asked) {};

  private static final class Asked extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Asked(String method, List<?> arguments) {
      super(method + arguments);
    }
  }

  static List<Method> methods() {
    return List.of(MachineBackend.class.getMethods());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void everyCallReachesTheOneBehindAsItCame(Method method) {
    List<?> arguments = Arrays.stream(method.getParameterTypes()).map(this::some).toList();

    assertThatThrownBy(() -> call(method, arguments))
        .isInstanceOf(Asked.class)
        .hasMessage(method.getName() + arguments);
  }

  @Test
  void whatTheOneBehindAnswersComesBack() {
    InMemoryMachines machines = new InMemoryMachines();
    MachineBackend before = new ForwardingBackend(machines) {};
    MachineId machine = new MachineId(UUID.randomUUID());

    before.make(machine, new Generation(1));

    assertThat(before.inspect(machine)).isEqualTo(machines.inspect(machine));
    assertThat(before.list(null, 10)).isEqualTo(machines.list(null, 10)).hasSize(1);
  }

  private Object call(Method method, List<?> arguments) throws Throwable {
    try {
      return method.invoke(front, arguments.toArray());
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private Object some(Class<?> type) {
    if (type == MachineId.class) {
      return new MachineId(new UUID(1, 2));
    }
    if (type == Generation.class) {
      return new Generation(3);
    }
    if (type == int.class) {
      return 4;
    }
    if (type == Command.class) {
      return new Command("true", null, null, Duration.ofSeconds(5));
    }
    OutputSink nowhere = (buffer, offset, length) -> {};
    return type.cast(nowhere);
  }
}

package com.personalagentproxy.sandbox.http;

import com.personalagentproxy.sandbox.answer.Words;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * A record's components that aren't {@link Nullable} must be there. Left to itself the mapper would
 * make 0 or null of what is missing.
 */
final class RequiredFields extends JacksonAnnotationIntrospector {

  private static final long serialVersionUID = 1L;

  @Override
  public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
    if (member instanceof AnnotatedParameter parameter
        && parameter.getDeclaringClass().isRecord()) {
      return isRequired(parameter.getDeclaringClass().getRecordComponents()[parameter.getIndex()]);
    }
    return super.hasRequiredMarker(config, member);
  }

  /**
   * Checks for what was given as null, which the mapper lets pass.
   *
   * @throws BadJsonException if a component that must be there is null
   */
  static <T> T check(T read) {
    if (read instanceof Record made) {
      String missing =
          Arrays.stream(made.getClass().getRecordComponents())
              .filter(component -> isRequired(component) && valueOf(made, component) == null)
              .map(component -> Words.quoted(component.getName()))
              .collect(Collectors.joining(", "));
      if (!missing.isEmpty()) {
        throw new BadJsonException("The body has no value for %s. Give one.".formatted(missing));
      }
    }
    return read;
  }

  private static boolean isRequired(RecordComponent component) {
    return !component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static @Nullable Object valueOf(Record made, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(made);
    } catch (ReflectiveOperationException unreadable) {
      throw new IllegalArgumentException(
          "A record to read JSON into must be readable.", unreadable);
    }
  }
}

package com.personalagentproxy.sandbox.lesson;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The test shows that what was reported there doesn't happen here. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Lesson {

  /** Where it was reported: a row of {@link LessonsTest}, such as {@code "Vercel 97, 126"}. */
  String[] value();
}

package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import io.javalin.http.Context;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.util.Collection;
import java.util.Locale;

/**
 * What may come with a form. One that comes in parts is kept on the disk until it is read, and its
 * fields are read into memory: only the form that brings a file may, only of who is signed in, and
 * its fields are short.
 */
final class FormBody {

  private static final String IN_PARTS = "multipart/";
  private static final int LONGEST_FIELD = 8 * 1024;

  private FormBody() {}

  /** Refuses a form in parts where no file is brought; nothing of it is read. */
  static void check(PageRoute route, Context context) {
    if (route.isForm() && route != PageRoute.UPLOAD && isInParts(context)) {
      throw new ProblemException(
          ErrorKind.UNSUPPORTED_MEDIA_TYPE,
          "Nothing was changed. Send this form as application/x-www-form-urlencoded.");
    }
  }

  /** Refuses fields that are too long for any form of ours, before they are read. */
  static void checkParts(PageRoute route, Context context) {
    if (route != PageRoute.UPLOAD || !isInParts(context)) {
      return;
    }
    // Has what comes kept as the server's bounds say.
    context.uploadedFiles();
    if (parts(context).stream().anyMatch(FormBody::isLongField)) {
      throw new ProblemException(
          ErrorKind.TOO_LARGE,
          "Nothing was changed. A field of this form is longer than any that it has.");
    }
  }

  private static boolean isLongField(Part part) {
    return part.getSubmittedFileName() == null && part.getSize() > LONGEST_FIELD;
  }

  private static Collection<Part> parts(Context context) {
    try {
      return context.req().getParts();
    } catch (IOException | ServletException broken) {
      throw new ProblemException(
          ErrorKind.VALIDATION_ERROR,
          "Nothing was changed. The file did not come whole: send it again.");
    }
  }

  private static boolean isInParts(Context context) {
    String type = context.contentType();
    return type != null && type.toLowerCase(Locale.ROOT).startsWith(IN_PARTS);
  }
}

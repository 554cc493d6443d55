package com.personalagentproxy.sandbox.backend.dev;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** A failure whose message is a sentence fit for whoever runs commands. */
final class Trouble extends IOException {

  private static final long serialVersionUID = 1L;

  Trouble(String sentence) {
    super(sentence);
  }

  Trouble(String sentence, Throwable cause) {
    super(sentence, cause);
  }

  /** What went wrong, in a sentence without paths: those are the server's own. */
  static String sentence(IOException failure) {
    if (failure instanceof Trouble trouble) {
      return String.valueOf(trouble.getMessage());
    }
    if (failure instanceof NoSuchFileException || failure instanceof FileNotFoundException) {
      return "The server finds one of its files missing.";
    }
    if (failure instanceof AccessDeniedException) {
      return "The server isn't allowed to use one of its files.";
    }
    if (failure instanceof FileSystemException known && known.getReason() != null) {
      return "The server can't use one of its files: %s.".formatted(known.getReason());
    }
    return "The server can't use one of its files or start a program.%s"
        .formatted(errorNumber(failure.getMessage()));
  }

  /** The same with the path, where there is one: for whoever runs the server. */
  static String withPath(IOException failure) {
    return failure instanceof FileSystemException known && known.getFile() != null
        ? "%s It is %s.".formatted(sentence(failure), known.getFile())
        : sentence(failure);
  }

  /** Programs that can't be started are told of with their folder; what the system said is last. */
  private static String errorNumber(@Nullable String message) {
    int at = message == null ? -1 : message.lastIndexOf("error=");
    return message == null || at < 0
        ? ""
        : " This computer says: %s.".formatted(message.substring(at));
  }
}

package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.files.FolderList;
import com.personalagentproxy.sandbox.http.files.MachineFiles;
import com.personalagentproxy.sandbox.http.files.OpenFile;
import com.personalagentproxy.sandbox.http.wire.FileJson;
import com.personalagentproxy.sandbox.http.wire.FolderJson;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Files of a sandbox, fetched and brought by commands in it. Each command looks anew who calls, so
 * a transfer ends with the right to it.
 */
final class FileResources {

  private static final String HOME = SandboxResources.ONE + "/files";
  private static final String BELOW = HOME + "/<path>";
  private static final String LIST = "list";
  private static final String MAKE_FOLDERS = "make_folders";
  private static final int NOT_MODIFIED = 304;

  private final Commands commands;

  FileResources(Commands commands) {
    this.commands = commands;
  }

  List<Resource> all() {
    Set<String> looking = Set.of(Call.TASK, LIST);
    return List.of(
        Resource.get(HOME, looking, this::get),
        Resource.get(BELOW, looking, this::get),
        new Resource(HandlerType.HEAD, BELOW, looking, this::get),
        Resource.put(BELOW, Set.of(Call.TASK, MAKE_FOLDERS), this::put));
  }

  private void get(Call call) {
    FileAddress address = FileAddress.of(call.context().req().getRequestURI());
    MachineFiles files = files(call);
    if (address.isFolder() || call.query(LIST) != null) {
      list(call.context(), files.list(address.path()));
    } else {
      send(call.context(), address, files.open(address.path()));
    }
  }

  private static void list(Context context, FolderList folder) {
    Reply.seen(
        context,
        new FolderJson(
            folder.path().text(),
            folder.things().stream()
                .map(
                    thing ->
                        new FolderJson.ThingJson(
                            thing.name(),
                            thing.kind().name().toLowerCase(Locale.ROOT),
                            thing.isLink(),
                            thing.size(),
                            thing.mode(),
                            thing.changedAt()))
                .toList(),
            folder.isCut()));
  }

  private static void send(Context context, FileAddress address, OpenFile file) {
    HttpServletResponse response = context.res();
    String tag = Reply.tag(file.stamp());
    boolean isKnown = Reply.isKnown(context, tag);
    FileKind.describe(response, address.path());
    response.setHeader("Accept-Ranges", "bytes");
    if (isKnown) {
      context.status(NOT_MODIFIED);
      return;
    }
    String since = context.header("If-Range");
    ByteRange range =
        since == null || since.equals("\"" + tag + "\"")
            ? ByteRange.of(context.header(Header.RANGE), file.size())
            : null;
    if (range != null && range.isEmpty(file.size())) {
      response.setHeader(Header.CONTENT_RANGE, "bytes */" + file.size());
      throw new ProblemException(
          ErrorKind.RANGE_NOT_SATISFIABLE,
          "The file has %s bytes, and none of those asked for. Ask for others, or for the whole."
              .formatted(file.size()));
    }
    ByteRange sent = range == null ? new ByteRange(0, file.size()) : range;
    if (range != null) {
      response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
      response.setHeader(
          Header.CONTENT_RANGE,
          "bytes %s-%s/%s".formatted(sent.from(), sent.to() - 1, file.size()));
    }
    response.setContentLengthLong(sent.to() - sent.from());
    if (!context.method().equals(HandlerType.HEAD)) {
      write(response, sent, file);
    }
  }

  private static void write(HttpServletResponse response, ByteRange range, OpenFile file) {
    try {
      file.write(range.from(), range.to(), response.getOutputStream());
    } catch (ProblemException changed) {
      if (!response.isCommitted()) {
        response.reset();
        throw changed;
      }
      // Fewer bytes than were announced: the connection is cut then, so the caller knows.
    } catch (IOException callerIsGone) {
      // There is nobody to answer.
    }
  }

  private void put(Call call) {
    Context context = call.context();
    FileAddress address = FileAddress.of(context.req().getRequestURI());
    if (address.isFolder()) {
      throw Call.invalid(
          "path", "The path names a folder. Name a file, without a slash at its end.");
    }
    String encoding = context.header(Header.CONTENT_ENCODING);
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw new ProblemException(
          ErrorKind.UNSUPPORTED_MEDIA_TYPE,
          "The body is written as it comes, and not unpacked. Send it without Content-Encoding.");
    }
    MachineFiles.Written written = written(call, address);
    if (!written.hasReplaced()) {
      context.status(HttpServletResponse.SC_CREATED);
    }
    Reply.done(context, new FileJson(address.path().text(), written.size(), written.hasReplaced()));
  }

  private MachineFiles.Written written(Call call, FileAddress address) {
    try {
      return files(call)
          .write(
              address.path(), call.context().req().getInputStream(), isAsked(call, MAKE_FOLDERS));
    } catch (IOException brokenOff) {
      throw new ProblemException(
          ErrorKind.VALIDATION_ERROR,
          "The body broke off before its end, so nothing was written. Send it again.");
    }
  }

  private static boolean isAsked(Call call, String parameter) {
    String text = call.query(parameter);
    if (text == null || text.equals("false")) {
      return false;
    }
    if (text.isEmpty() || text.equals("true")) {
      return true;
    }
    throw Call.invalid(parameter, parameter + " is not true or false. Give one of them.");
  }

  private MachineFiles files(Call call) {
    String task = call.task();
    String sandbox = call.path("sandbox");
    return new MachineFiles(
        (command, stdin, follower) -> {
          CommandRequest request =
              new CommandRequest(
                  sandbox, command, stdin, null, (long) Command.LONGEST_TIMEOUT, null);
          ApiCaller caller = call.again();
          return commands.run(caller, task, request, follower);
        });
  }
}

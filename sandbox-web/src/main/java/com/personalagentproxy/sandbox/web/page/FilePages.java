package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.files.MachineFiles;
import com.personalagentproxy.sandbox.http.files.MachinePath;
import com.personalagentproxy.sandbox.http.files.OpenFile;
import com.personalagentproxy.sandbox.machine.StateName;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import io.javalin.http.UploadedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The files of a sandbox. Looking at them runs commands in it; so those of one that isn't awake are
 * looked at only once it was woken.
 */
record FilePages(Console console) implements PageGroup {

  /** How much of a text is shown. */
  private static final int SHOWN = 200 * 1024;

  /** What an agent put into a file is shown, and never run, whatever it is. */
  private static final String NOTHING_RUNS =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.FILES, visit -> with(visit, this::folder));
    table.signedIn(PageRoute.FILE, visit -> with(visit, this::file));
    table.signedIn(PageRoute.PICTURE, visit -> with(visit, this::picture));
    table.signedIn(PageRoute.DOWNLOAD, visit -> with(visit, this::download));
    table.signedIn(PageRoute.UPLOAD, visit -> with(visit, this::upload));
  }

  /** A page of a sandbox's files. */
  private interface Look {
    void at(PersonsVisit visit, SandboxView view, MachineFiles files) throws IOException;
  }

  private void with(PersonsVisit visit, Look look) {
    visit.with(
        console.get(visit.person(), visit.path("sandbox")),
        view -> {
          try {
            look.at(visit, view, files(visit, view));
          } catch (ProblemException trouble) {
            visit.say(
                HttpStatus.forStatus(trouble.problem().kind().status()),
                "That did not work",
                trouble.problem().message());
          } catch (IOException broken) {
            throw new UncheckedIOException("The browser is gone.", broken);
          }
        });
  }

  private MachineFiles files(PersonsVisit visit, SandboxView view) {
    String sandbox = view.id().toString();
    return new MachineFiles(
        (command, stdin, follower) ->
            console.run(
                visit.person(), new CommandRequest(sandbox, command, stdin, null, 120L), follower));
  }

  private void folder(PersonsVisit visit, SandboxView view, MachineFiles files) {
    SandboxRow row = SandboxRow.of(view, visit.now());
    FolderPage page =
        view.state() == StateName.AWAKE
            ? FolderPage.of(row, files.list(path(visit)), visit.now())
            : FolderPage.asleep(row, path(visit));
    visit.show(Section.SANDBOXES, "Files of " + view.name(), "folder", page);
  }

  private void file(PersonsVisit visit, SandboxView view, MachineFiles files) throws IOException {
    if (isAsleep(visit, view)) {
      return;
    }
    MachinePath path = path(visit);
    FilesAddress addresses = new FilesAddress(view.id().toString());
    OpenFile file = files.open(path);
    boolean isPicture = FileKind.picture(path.name()).isPresent();
    ByteArrayOutputStream beginning = new ByteArrayOutputStream();
    file.write(0, Math.min(SHOWN, file.size()), beginning);
    visit.show(
        Section.SANDBOXES,
        path.name(),
        "file",
        new FilePage(
            SandboxRow.of(view, visit.now()),
            path.name(),
            addresses.crumbs(path),
            FolderPage.sized(file.size()),
            addresses.download(path),
            isPicture ? addresses.picture(path) : null,
            FileKind.text(beginning.toByteArray(), file.size() > SHOWN).orElse(null),
            file.size() > SHOWN));
  }

  private void picture(PersonsVisit visit, SandboxView view, MachineFiles files)
      throws IOException {
    if (isAsleep(visit, view)) {
      return;
    }
    MachinePath path = path(visit);
    String type = FileKind.picture(path.name()).orElse("application/octet-stream");
    send(visit.context(), files.open(path), type, "inline", path.name());
  }

  private void download(PersonsVisit visit, SandboxView view, MachineFiles files)
      throws IOException {
    if (isAsleep(visit, view)) {
      return;
    }
    MachinePath path = path(visit);
    send(visit.context(), files.open(path), "application/octet-stream", "attachment", path.name());
  }

  /** Looking wakes nothing: there is a button for that where its files are listed. */
  private static boolean isAsleep(PersonsVisit visit, SandboxView view) {
    if (view.state() == StateName.AWAKE) {
      return false;
    }
    visit.go(new FilesAddress(view.id().toString()).folder(path(visit)));
    return true;
  }

  private static void send(
      Context context, OpenFile file, String type, String disposition, String name)
      throws IOException {
    context.disableCompression();
    context
        .contentType(type)
        .header(Header.CONTENT_SECURITY_POLICY, NOTHING_RUNS)
        .header(Header.X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(
            Header.CONTENT_DISPOSITION,
            disposition
                + "; filename*=UTF-8''"
                + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"));
    context.res().setContentLengthLong(file.size());
    try {
      file.write(0, file.size(), context.outputStream());
    } catch (ProblemException trouble) {
      // What has come is shorter than was said, so the browser sees that it isn't whole.
      context.res().flushBuffer();
    }
  }

  private void upload(PersonsVisit visit, SandboxView view, MachineFiles files) throws IOException {
    MachinePath folder = new MachinePath(visit.field("path") == null ? "" : visit.field("path"));
    UploadedFile sent = visit.context().uploadedFile("file");
    String name = sent == null ? "" : sent.filename().replaceAll(".*[/\\\\]", "");
    if (sent == null || name.isEmpty() || name.equals(".") || name.equals("..")) {
      visit.say(
          HttpStatus.BAD_REQUEST,
          "There is no file in it",
          "Nothing was changed. Go back, choose a file, and send it again.");
      return;
    }
    MachineFiles.Written written;
    try (InputStream content = sent.content()) {
      written = files.write(folder.child(name), content, false);
    }
    visit.go(
        new FilesAddress(view.id().toString()).folder(folder),
        "%s is %s (%s)."
            .formatted(
                Words.quoted(name),
                written.hasReplaced() ? "replaced" : "there",
                FolderPage.sized(written.size())));
  }

  private static MachinePath path(Visit visit) {
    String path = visit.query("path");
    return path == null ? MachinePath.home() : new MachinePath(path);
  }
}

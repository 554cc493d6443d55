package com.personalagentproxy.sandbox.http.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.files.MachineFiles.Written;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is promised of files, whatever shell and programs a sandbox has. */
abstract class MachineFilesContract {

  private static final int MIB = 1024 * 1024;

  @TempDir Path folder;
  Path home = Path.of("");
  LocalShell shell = new LocalShell(home, List.of(), null);
  MachineFiles files = new MachineFiles(shell);

  /** The shell under test. */
  abstract LocalShell shell(Path home, Path elsewhere) throws IOException;

  @BeforeEach
  void begin() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
    shell = shell(home, folder);
    files = new MachineFiles(shell);
  }

  @Test
  void aSmallFileTakesOneCommandEachWay() throws IOException {
    Written written = write("notes.txt", "hello\n".getBytes(StandardCharsets.UTF_8));

    assertThat(written).isEqualTo(new Written(6, false));
    assertThat(home.resolve("notes.txt")).hasContent("hello\n");
    assertThat(shell.runs()).isOne();
    assertThat(read("notes.txt")).asString(StandardCharsets.UTF_8).isEqualTo("hello\n");
    assertThat(shell.runs()).isEqualTo(2);
  }

  @Test
  void bytesComeThroughWhateverTheyAreAndHoweverManyTheyAre() throws IOException {
    Random random = new Random(7);
    for (int size :
        new int[] {
          0,
          1,
          ShellScript.WRITE_PART - 1,
          ShellScript.WRITE_PART,
          ShellScript.WRITE_PART + 1,
          ShellScript.READ_PART,
          ShellScript.READ_PART + 1,
          3 * MIB + 17
        }) {
      byte[] bytes = new byte[size];
      random.nextBytes(bytes);
      write("data", bytes);
      assertThat(Files.readAllBytes(home.resolve("data"))).as("%s bytes", size).isEqualTo(bytes);
      assertThat(read("data")).as("%s bytes", size).isEqualTo(bytes);
    }
    assertThat(names()).containsExactly("data");
  }

  @Test
  void aRangeIsReadWithoutTheRest() throws IOException {
    byte[] bytes = new byte[3 * MIB];
    new Random(3).nextBytes(bytes);
    Files.write(home.resolve("data"), bytes);

    OpenFile file = files.open(new MachinePath("data"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    file.write(2 * MIB - 5, 2 * MIB + 5, out);

    assertThat(out.toByteArray())
        .isEqualTo(java.util.Arrays.copyOfRange(bytes, 2 * MIB - 5, 2 * MIB + 5));
    assertThat(shell.runs()).isEqualTo(3);
  }

  @Test
  void namesAreTakenAsTheyAre() throws IOException {
    for (String name :
        List.of(
            "with space",
            "it's",
            "\"quoted\"",
            "-rf",
            "--help",
            "new\nline",
            "ends\n",
            "$(touch hacked)",
            "`touch hacked`",
            "a;b&c|d",
            "*",
            "[a]",
            "grüße 🙂",
            "back\\slash",
            "~",
            "%25",
            ".hidden",
            "...")) {
      byte[] content = name.getBytes(StandardCharsets.UTF_8);
      write(name, content);
      assertThat(Files.readAllBytes(home.resolve(name))).as(name).isEqualTo(content);
      assertThat(read(name)).as(name).isEqualTo(content);
      assertThat(files.list(MachinePath.home()).things())
          .as(name)
          .extracting(FolderList.Thing::name)
          .contains(name);
    }
    assertThat(names()).hasSize(18).doesNotContain("hacked");
  }

  @Test
  void pathsLeadWhereTheyLeadInAShell() throws IOException {
    Files.createDirectories(home.resolve("a/b"));
    write("a/b/../c", new byte[] {1});
    write(home + "/d", new byte[] {2});

    assertThat(home.resolve("a/c")).exists();
    assertThat(home.resolve("d")).exists();
    assertThat(read(home + "/a/./c")).containsExactly(1);
  }

  @Test
  void aFileThatIsReplacedKeepsItsModeAndLinksLeadOn() throws IOException {
    Path script = Files.writeString(home.resolve("run.sh"), "old");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x---"));
    Files.createDirectory(home.resolve("links"));
    Files.createSymbolicLink(home.resolve("links/run"), Path.of("../run.sh"));

    assertThat(write("links/run", new byte[] {65})).isEqualTo(new Written(1, true));

    assertThat(script).hasContent("A");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(script)))
        .isEqualTo("rwxr-x---");
    assertThat(home.resolve("links/run")).isSymbolicLink();
    assertThat(read("links/run")).containsExactly(65);
    assertThat(names("links")).containsExactly("run");
  }

  @Test
  void aNewFileHasTheModeThatAShellWouldGiveIt() throws IOException {
    write("new", new byte[] {1});
    shell.run("umask 022; : > compare; umask > /dev/null", null, none());
    assertThat(Files.getPosixFilePermissions(home.resolve("new")))
        .isEqualTo(Files.getPosixFilePermissions(home.resolve("compare")));
  }

  @Test
  void anUploadThatBreaksOffChangesNothingAndLeavesNothing() throws IOException {
    Files.writeString(home.resolve("data"), "old");
    InputStream breaks =
        new SequenceInputStream(
            new ByteArrayInputStream(new byte[2 * MIB]),
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw new IOException("The caller is gone.");
              }

              @Override
              public int read(byte[] buffer, int offset, int length) throws IOException {
                return read();
              }
            });

    assertThatThrownBy(() -> files.write(new MachinePath("data"), breaks, false))
        .isInstanceOf(IOException.class);

    assertThat(names()).containsExactly("data");
    assertThat(home.resolve("data")).hasContent("old");
  }

  @Test
  void whatAKilledServerLeftIsClearedByTheNextUploadAndWhatIsUnderWayIsNot() throws IOException {
    Path left = Files.writeString(home.resolve(".sandboxes-1.part"), "x");
    Files.setLastModifiedTime(left, FileTime.from(Instant.now().minusSeconds(2 * 3600)));
    Files.writeString(home.resolve(".sandboxes-2.part"), "x");

    write("data", new byte[] {1});

    assertThat(names()).containsExactlyInAnyOrder(".sandboxes-2.part", "data");
  }

  @Test
  void whatWasBroughtAndThenTouchedByOthersIsGivenUp() throws IOException {
    shell.beforeEach(
        () -> {
          if (shell.runs() == 2) {
            names().stream()
                .filter(name -> name.endsWith(".part"))
                .forEach(name -> append(home.resolve(name)));
          }
        });

    ProblemException refused = refusal(() -> write("data", new byte[2 * MIB]));

    assertThat(refused.problem().kind()).isEqualTo(ErrorKind.CONFLICT);
    assertThat(refused).hasMessageContaining("was changed or removed in the sandbox meanwhile");
    assertThat(names()).isEmpty();
  }

  @Test
  void aFileThatChangesWhileItIsReadIsCutAndNeverMixed() throws IOException {
    Path data = Files.write(home.resolve("data"), new byte[3 * MIB]);
    OpenFile file = files.open(new MachinePath("data"));
    append(data);
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    assertThatThrownBy(() -> file.write(0, file.size(), out))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("“data” was changed while it was fetched");
    assertThat(out.size()).isEqualTo(MIB);
  }

  @Test
  void foldersAreMadeOnlyWhenAskedFor() throws IOException {
    ProblemException refused = refusal(() -> write("deep/er/data", new byte[] {1}));
    assertThat(refused.problem().kind()).isEqualTo(ErrorKind.CONFLICT);
    assertThat(refused)
        .hasMessage(
            "There is no folder for “deep/er/data” in the sandbox. Make it first, or ask for"
                + " folders to be made.");
    assertThat(names()).isEmpty();

    files.write(new MachinePath("deep/er/data"), new ByteArrayInputStream(new byte[] {1}), true);
    assertThat(home.resolve("deep/er/data")).exists();
  }

  @Test
  void whatCannotBeDoneIsSaid() throws IOException {
    Files.createDirectory(home.resolve("folder"));
    Files.writeString(home.resolve("file"), "x");

    assertThat(refusal(() -> read("missing")).problem().kind()).isEqualTo(ErrorKind.NOT_FOUND);
    assertThat(refusal(() -> read("missing")))
        .hasMessage("There is no “missing” in the sandbox. List the folder to see what there is.");
    assertThat(refusal(() -> read("file/below")).problem().kind()).isEqualTo(ErrorKind.NOT_FOUND);
    assertThat(refusal(() -> read("folder")).problem().kind()).isEqualTo(ErrorKind.CONFLICT);
    assertThat(refusal(() -> write("folder", new byte[0])).problem().kind())
        .isEqualTo(ErrorKind.CONFLICT);
    assertThat(refusal(() -> read("/dev/zero")).problem().kind()).isEqualTo(ErrorKind.CONFLICT);
    assertThat(refusal(() -> files.list(new MachinePath("file"))).problem().kind())
        .isEqualTo(ErrorKind.NOT_FOUND);
    assertThat(refusal(() -> files.list(new MachinePath("gone"))).problem().kind())
        .isEqualTo(ErrorKind.NOT_FOUND);
    assertThat(refusal(() -> write("n".repeat(300), new byte[] {1})).problem().kind())
        .isEqualTo(ErrorKind.VALIDATION_ERROR);
    assertThat(names()).containsExactlyInAnyOrder("file", "folder");
  }

  @Test
  void aFullDiskIsSaidAndNothingIsLeft() throws IOException {
    shell.holdsFilesUpTo(1024);

    ProblemException refused = refusal(() -> write("data", new byte[4 * MIB]));

    assertThat(refused.problem().kind()).isEqualTo(ErrorKind.NO_SPACE);
    assertThat(refused)
        .hasMessage(
            "The sandbox's disk is full, so “data” was not written. Make room in it, then try"
                + " again.");
    assertThat(names()).isEmpty();
  }

  @Test
  void whatTookThePlaceOfAnUploadIsNotWrittenTo() throws IOException {
    Path other = Files.writeString(folder.resolve("other"), "untouched");
    shell.beforeEach(
        () -> {
          if (shell.runs() == 2) {
            names().stream()
                .filter(name -> name.endsWith(".part"))
                .forEach(name -> becomesLink(home.resolve(name), other));
          }
        });

    assertThat(refusal(() -> write("data", new byte[2 * MIB])).problem().kind())
        .isEqualTo(ErrorKind.CONFLICT);

    assertThat(other).hasContent("untouched");
    assertThat(names()).isEmpty();
  }

  @Test
  void filesThatTheKernelMakesUpAreRead() throws IOException {
    assertThat(read("/proc/self/status")).asString(StandardCharsets.UTF_8).contains("Name:");
  }

  @Test
  void aFolderIsListedWithWhatLinksLeadTo() throws IOException {
    Files.writeString(home.resolve("b.txt"), "12345");
    Files.setLastModifiedTime(
        home.resolve("b.txt"), FileTime.from(Instant.parse("2026-01-05T10:00:00Z")));
    Files.setPosixFilePermissions(
        home.resolve("b.txt"), PosixFilePermissions.fromString("rw-r-----"));
    Files.createDirectory(home.resolve("a"));
    Files.createSymbolicLink(home.resolve("to-a"), Path.of("a"));
    Files.createSymbolicLink(home.resolve("to-b"), Path.of("b.txt"));
    Files.createSymbolicLink(home.resolve("to-nothing"), Path.of("nothing"));

    FolderList list = files.list(MachinePath.home());

    assertThat(list.isCut()).isFalse();
    assertThat(list.things())
        .extracting(each -> each.name() + " " + each.kind() + " " + each.isLink())
        .containsExactly(
            "a FOLDER false",
            "b.txt FILE false",
            "to-a FOLDER true",
            "to-b FILE true",
            "to-nothing OTHER true");
    FolderList.Thing file = list.things().get(1);
    assertThat(file.size()).isEqualTo(5);
    assertThat(file.mode()).isEqualTo("0640");
    assertThat(file.changedAt()).isEqualTo(Instant.parse("2026-01-05T10:00:00Z"));
    assertThat(files.list(new MachinePath("a/")).things()).isEmpty();
    assertThat(files.list(new MachinePath("to-a")).things()).isEmpty();
    assertThat(files.list(new MachinePath("/")).things())
        .extracting(FolderList.Thing::name)
        .contains("tmp", "proc");
  }

  @Test
  void namesThatAreNoUtf8AreListedEachAsWhatCannotBeFetched() throws IOException {
    shell.run("printf x > \"$(printf 'a\\377')\"; printf x > \"$(printf 'a\\376')\"", null, none());

    assertThat(files.list(MachinePath.home()).things())
        .extracting(each -> each.name() + " " + each.kind())
        .containsExactly("a\uFFFD OTHER", "a\uFFFD OTHER");
  }

  @Test
  void aStatThatTellsNothingIsSaid() throws IOException {
    Files.writeString(home.resolve("file"), "x");
    shell.saysFirst("stat() { :; }");

    assertThat(refusal(() -> read("file")))
        .hasMessageContaining("stat doesn't tell how the file is");
  }

  @Test
  void aHugeFolderIsListedInParts() throws IOException {
    for (int each = 0; each < 12_000; each++) {
      Files.createFile(
          home.resolve(
              "a file with a name that is rather long, of which there are very many: "
                  + "x".repeat(120)
                  + each));
    }
    FolderList list = files.list(MachinePath.home());

    assertThat(list.isCut()).isTrue();
    assertThat(list.things()).hasSizeBetween(5_000, 12_000);
  }

  @Test
  void aProfileThatGreetsIsPassedOver() throws IOException {
    Files.writeString(home.resolve(".profile"), "echo Welcome\n");
    Files.writeString(home.resolve(".bash_profile"), "echo Welcome\n");
    Files.writeString(home.resolve(".bash_logout"), "echo Bye\n");

    write("data", new byte[] {1, 2, 3});

    assertThat(read("data")).containsExactly(1, 2, 3);
  }

  static com.personalagentproxy.sandbox.command.Follower none() {
    return com.personalagentproxy.sandbox.command.Follower.none();
  }

  private Written write(String path, byte[] content) throws IOException {
    return files.write(new MachinePath(path), new ByteArrayInputStream(content), false);
  }

  private byte[] read(String path) throws IOException {
    OpenFile file = files.open(new MachinePath(path));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    file.write(0, file.size(), out);
    return out.toByteArray();
  }

  private List<String> names() {
    return names("");
  }

  private List<String> names(String below) {
    try (Stream<Path> all = Files.list(home.resolve(below))) {
      return all.map(each -> each.getFileName().toString()).sorted().toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void append(Path file) {
    try {
      Files.write(file, new byte[] {1}, java.nio.file.StandardOpenOption.APPEND);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void becomesLink(Path file, Path to) {
    try {
      Files.delete(file);
      Files.createSymbolicLink(file, to);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private interface Deed {
    void does() throws IOException;
  }

  private static ProblemException refusal(Deed deed) {
    try {
      deed.does();
    } catch (ProblemException refused) {
      return refused;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    throw new AssertionError("It was not refused.");
  }
}

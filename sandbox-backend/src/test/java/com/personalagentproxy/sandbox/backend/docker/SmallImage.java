package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/**
 * An image of one layer, of some mebibytes, with what machines need and no more, as it is in a
 * registry. No two are the same, so that an engine has none of it yet but the layer, if another of
 * the same files is there.
 */
final class SmallImage {

  static final String MANIFEST_TYPE = "application/vnd.docker.distribution.manifest.v2+json";

  /** Of what docs/backends.md says that an image needs, and three mebibytes nobody has seen. */
  private static final String PACK =
      """
      set -e
      mkdir -p small/bin small/etc small/proc small/tmp
      for name in sh cat dd mkdir mkfifo rm sleep; do
        program=$(command -v "$name")
        cp -L "$program" small/bin/
        for library in $(ldd "$program" | grep -o '/[^ ]*'); do
          mkdir -p "small${library%/*}"
          cp -L "$library" "small$library"
        done
      done
      echo root:x:0:0:root:/home/agent:/bin/sh >small/etc/passwd
      echo root:x:0: >small/etc/group
      head -c 3145728 /dev/urandom >small/etc/unlike-any-other
      tar -C small -cf - .
      """;

  private final byte[] layer;
  private final byte[] config;
  private final byte[] manifest;

  private SmallImage(byte[] layer, byte[] config) {
    this.layer = layer;
    this.config = config;
    manifest =
        """
        {"schemaVersion": 2, "mediaType": "%s",
         "config": {"mediaType": "application/vnd.docker.container.image.v1+json", "size": %d, "digest": "%s"},
         "layers": [{"mediaType": "application/vnd.docker.image.rootfs.diff.tar.gzip", "size": %d, "digest": "%s"}]}
        """
            .formatted(MANIFEST_TYPE, config.length, digest(config), layer.length, digest(layer))
            .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The files of such an image, as tar has them.
   *
   * @param theirs out of a machine of whose image they are taken
   */
  static byte[] filesOf(DockerAddress theirs) throws IOException {
    UUID installation = UUID.randomUUID();
    try (DockerMachines machines = DockerMachines.open(theirs, installation)) {
      MachineId machine = MachineBackendContract.unknown();
      machines.make(machine, Generation.FIRST);
      Command pack = new Command(PACK, null, null, Duration.ofMinutes(1));
      Trial packed = Trial.of(machines, machine, Generation.FIRST, pack);
      assertThat(packed.outcome()).as(packed.errors()).isEqualTo(new Outcome.Exited(0));
      return packed.stdout().toByteArray();
    } finally {
      TestEngine.clear(theirs, installation);
    }
  }

  /** An image of these files, for the engine they came from. */
  static SmallImage of(byte[] files, DockerAddress theirs) throws IOException {
    try (Engine engine = Engine.at(theirs.engine())) {
      String architecture =
          engine.ask(
              "look",
              Engine.USUAL,
              client -> String.valueOf(client.inspectImageCmd(theirs.image()).exec().getArch()));
      String config =
          """
          {"architecture": "%s", "os": "linux", "config": {"Labels": {"test": "%s"}}, "rootfs": {"type": "layers", "diff_ids": ["%s"]}}
          """
              .formatted(architecture, UUID.randomUUID(), digest(files));
      return new SmallImage(zipped(files), config.getBytes(StandardCharsets.UTF_8));
    }
  }

  byte[] layer() {
    return layer.clone();
  }

  String layerDigest() {
    return digest(layer);
  }

  byte[] config() {
    return config.clone();
  }

  String configDigest() {
    return digest(config);
  }

  byte[] manifest() {
    return manifest.clone();
  }

  String manifestDigest() {
    return digest(manifest);
  }

  private static byte[] zipped(byte[] plain) throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
      zip.write(plain);
    }
    return zipped.toByteArray();
  }

  private static String digest(byte[] content) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(content);
      return "sha256:" + HexFormat.of().formatHex(sum);
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new AssertionError(everyJavaHasIt);
    }
  }
}

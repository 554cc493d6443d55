package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.github.dockerjava.api.model.PullResponseItem;
import com.github.dockerjava.core.DockerClientConfig;
import org.junit.jupiter.api.Test;

/** What is told of a pull, by what engines say. */
class PullProgressTest {

  private static final int MEBIBYTE = 1024 * 1024;

  private final PullProgress progress = new PullProgress();

  /** What an engine of Docker's says. */
  private void says(String layer, String status) {
    says(layer, status, "{}");
  }

  private void downloads(String layer, int mebibytes, int of) {
    says(
        layer,
        "Downloading",
        "{\"current\": %d, \"total\": %d}".formatted(mebibytes * MEBIBYTE, of * MEBIBYTE));
  }

  private void says(String layer, String status, String detail) {
    String line =
        "{\"id\": \"%s\", \"status\": \"%s\", \"progressDetail\": %s}"
            .formatted(layer, status, detail);
    try {
      progress.add(
          DockerClientConfig.getDefaultObjectMapper().readValue(line, PullResponseItem.class));
    } catch (JsonProcessingException mistake) {
      throw new AssertionError(mistake);
    }
  }

  @Test
  void nothingIsToldBeforeASizeIsKnown() {
    says("bookworm", "Pulling from library/debian");
    says("a", "Pulling fs layer");
    assertThat(progress.told()).isEmpty();
  }

  @Test
  void layersThatHaveNotBegunAreCountedBesideTheSizesOfThoseThatHave() {
    says("a", "Pulling fs layer");
    says("b", "Pulling fs layer");
    says("c", "Pulling fs layer");
    says("c", "Waiting");
    downloads("a", 3, 20);
    assertThat(progress.told()).contains("3 of 20 MiB are pulled, and 2 more layers are to come");
    downloads("b", 1, 10);
    assertThat(progress.told()).contains("4 of 30 MiB are pulled, and 1 more layer is to come");
    downloads("c", 0, 2);
    assertThat(progress.told()).contains("4 of 32 MiB are pulled");
  }

  /** The last that is said of it before may be less. */
  @Test
  void aLayerThatIsFetchedCountsWhole() {
    says("a", "Pulling fs layer");
    says("b", "Pulling fs layer");
    downloads("a", 18, 20);
    downloads("b", 5, 20);
    says("a", "Download complete");
    assertThat(progress.told()).contains("25 of 40 MiB are pulled");
    says("a", "Extracting", "{\"current\": 1, \"total\": %d}".formatted(20 * MEBIBYTE));
    assertThat(progress.told()).contains("25 of 40 MiB are pulled");
  }

  @Test
  void whatIsFetchedWholeIsBeingUnpacked() {
    says("a", "Pulling fs layer");
    says("b", "Pulling fs layer");
    downloads("a", 18, 20);
    says("b", "Download complete");
    says("a", "Verifying Checksum");
    assertThat(progress.told()).contains("its 20 MiB are pulled and being unpacked");
  }

  @Test
  void aLayerThatTheEngineHasIsNotWaitedFor() {
    says("a", "Pulling fs layer");
    says("b", "Pulling fs layer");
    says("b", "Already exists");
    downloads("a", 3, 20);
    assertThat(progress.told()).contains("3 of 20 MiB are pulled");
  }

  @Test
  void smallImagesAreToldOfInKibibytes() {
    says("a", "Downloading", "{\"current\": 2048, \"total\": 5000000}");
    assertThat(progress.told()).contains("2 of 4882 KiB are pulled");
  }
}

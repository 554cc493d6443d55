package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.model.PullResponseItem;
import com.github.dockerjava.api.model.ResponseItem.ProgressDetail;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How far a pull is, by what the engine says of each layer. Safe for use by many threads.
 *
 * <p>An engine fetches a few layers at once, and says how large one is only when it begins with it.
 */
final class PullProgress {

  private static final long KIBIBYTE = 1024;
  private static final long MEBIBYTE = 1024 * KIBIBYTE;

  /**
   * @param total in bytes; 0 as long as it isn't known
   */
  private record Layer(long fetched, long total, boolean isWhole) {

    static final Layer WAITING = new Layer(0, 0, false);

    Layer whole() {
      return new Layer(total, total, true);
    }
  }

  private final Map<String, Layer> layers = new LinkedHashMap<>();

  synchronized void add(PullResponseItem item) {
    String layer = item.getId();
    String status = item.getStatus();
    if (layer == null || status == null) {
      return;
    }
    switch (status) {
      case "Pulling fs layer", "Waiting" -> layers.putIfAbsent(layer, Layer.WAITING);
      case "Downloading" -> {
        ProgressDetail detail = item.getProgressDetail();
        Long current = detail == null ? null : detail.getCurrent();
        Long total = detail == null ? null : detail.getTotal();
        if (current != null && total != null && total > 0) {
          layers.put(layer, new Layer(current, total, false));
        }
      }
      case "Verifying Checksum", "Download complete", "Extracting", "Pull complete" ->
          layers.computeIfPresent(layer, (name, was) -> was.whole());
      case "Already exists" -> layers.remove(layer);
      default -> {
        // Of the image as a whole.
      }
    }
  }

  /** A clause such as “3 of 20 MiB are pulled”; empty as long as nothing has come. */
  synchronized Optional<String> told() {
    long fetched = layers.values().stream().mapToLong(Layer::fetched).sum();
    long total = layers.values().stream().mapToLong(Layer::total).sum();
    if (total == 0) {
      return Optional.empty();
    }
    long unit = total < 10 * MEBIBYTE ? KIBIBYTE : MEBIBYTE;
    String unitName = unit == KIBIBYTE ? "KiB" : "MiB";
    if (layers.values().stream().allMatch(Layer::isWhole)) {
      return Optional.of(
          "its %d %s are pulled and being unpacked".formatted(total / unit, unitName));
    }
    long waiting =
        layers.values().stream().filter(each -> each.total() == 0 && !each.isWhole()).count();
    String sizes = "%d of %d %s are pulled".formatted(fetched / unit, total / unit, unitName);
    return Optional.of(
        waiting == 0
            ? sizes
            : "%s, and %d more %s to come"
                .formatted(sizes, waiting, waiting == 1 ? "layer is" : "layers are"));
  }
}

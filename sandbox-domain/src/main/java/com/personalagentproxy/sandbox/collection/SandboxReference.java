package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.answer.Answer;
import java.util.Optional;

/** How a sandbox is named by who calls: by its id or by its name. */
public sealed interface SandboxReference {

  /** By its id. */
  record ById(SandboxId id) implements SandboxReference {}

  /** By its name, without regard to case; another connection may have one of that name too. */
  record ByName(SandboxName name) implements SandboxReference {}

  /** What the text means; empty if it can be neither an id nor a name. */
  static Optional<SandboxReference> of(String text) {
    Optional<SandboxId> id = SandboxId.parse(text);
    if (id.isPresent()) {
      return Optional.of(new ById(id.get()));
    }
    return SandboxName.of(text) instanceof Answer.Done<SandboxName> name
        ? Optional.of(new ByName(name.value()))
        : Optional.empty();
  }
}

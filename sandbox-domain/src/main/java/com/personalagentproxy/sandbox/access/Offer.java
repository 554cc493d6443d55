package com.personalagentproxy.sandbox.access;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether sandboxes are offered, to agents and to people: there is a backend, and the organization
 * has the experiment (C6). Both are looked at in each call as they are then. Where sandboxes aren't
 * offered no connection is made (C1), and all that was made before is kept.
 */
public final class Offer {

  private final MachineBackend backend;
  private final Experiments experiments;
  private final Standings standings;

  public Offer(MachineBackend backend, Experiments experiments, Standings standings) {
    this.backend = backend;
    this.experiments = experiments;
    this.standings = standings;
  }

  /**
   * How the agent stands now, or why it isn't offered sandboxes.
   *
   * @param known what was read for this very call; absent if nothing was
   */
  public Answer<Standing> to(Agent agent, @Nullable Standing known) {
    if (!backend.isThere()) {
      return Answer.refused(
          new Refusal.NotOffered(
              "Sandboxes are not offered here, since this server has no backend for them. Ask whoever runs it to set one."));
    }
    Standing standing = known == null ? standings.of(agent) : known;
    return standing.isExperimentOn()
        ? Answer.done(standing)
        : Answer.refused(
            new Refusal.NotOffered(
                "Sandboxes are not offered here, since your organization has the experiment “sandboxes” off. Ask an owner of it to turn it on."));
  }

  /** Why the person isn't offered sandboxes now; empty if they are. */
  public Optional<Refusal> refusal(Person person) {
    if (!backend.isThere()) {
      return notOffered(
          "Sandboxes are not offered, since this server has no backend for them. Whoever runs it may set one. What was made before is kept.");
    }
    if (!experiments.sandboxesOn(person.organization())) {
      return notOffered(
          "Sandboxes are not offered, since your organization has the experiment “sandboxes” off. An owner of the organization may turn it on. What was made before is kept.");
    }
    return Optional.empty();
  }

  private static Optional<Refusal> notOffered(String sentence) {
    return Optional.of(new Refusal.NotOffered(sentence));
  }
}

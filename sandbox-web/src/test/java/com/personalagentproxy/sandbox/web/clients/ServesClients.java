package com.personalagentproxy.sandbox.web.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the server; it is started for the first one and stopped after the last. */
final class ServesClients implements ParameterResolver {

  private static final ExtensionContext.Namespace OURS =
      ExtensionContext.Namespace.create(ServesClients.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType().equals(ClientServer.class);
  }

  @Override
  public ClientServer resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(OURS)
        .computeIfAbsent(ClientServer.class, type -> started(), ClientServer.class);
  }

  private static ClientServer started() {
    try {
      return new ClientServer();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}

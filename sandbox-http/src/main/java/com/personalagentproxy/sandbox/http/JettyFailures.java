package com.personalagentproxy.sandbox.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** The one shape of errors for requests so broken that they reach no route. */
final class JettyFailures extends ErrorHandler {

  /** Whatever was tried: by itself it would answer some methods with nothing. */
  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    // What is left of the request isn't read: a client is to know that the connection ends with
    // this.
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    if (ErrorKind.of(code).filter(ErrorKind::passes).isPresent()) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, StorageAway.RETRY_AFTER);
    }
    byte[] body = StrictJson.MAPPER.writeValueAsBytes(Failures.of(code).body());
    response.write(true, ByteBuffer.wrap(body), callback);
  }
}

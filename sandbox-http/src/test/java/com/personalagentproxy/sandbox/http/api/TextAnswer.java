package com.personalagentproxy.sandbox.http.api;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** An answer whose body is read as text. */
record TextAnswer(HttpResponse<byte[]> bytes) implements HttpResponse<String> {

  @Override
  public int statusCode() {
    return bytes.statusCode();
  }

  @Override
  public HttpRequest request() {
    return bytes.request();
  }

  @Override
  public Optional<HttpResponse<String>> previousResponse() {
    return Optional.empty();
  }

  @Override
  public HttpHeaders headers() {
    return bytes.headers();
  }

  @Override
  public String body() {
    return ServedApi.text(bytes.body());
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return bytes.sslSession();
  }

  @Override
  public URI uri() {
    return bytes.uri();
  }

  @Override
  public HttpClient.Version version() {
    return bytes.version();
  }
}

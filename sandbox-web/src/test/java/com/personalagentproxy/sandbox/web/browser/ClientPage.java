package com.personalagentproxy.sandbox.web.browser;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A client that lives in a page of another origin. By its button it opens a window for the person
 * who is to let it in, and then writes down the token that it got.
 */
final class ClientPage implements AutoCloseable {

  private static final String CLIENT =
      """
      <!doctype html><title>A client</title><link rel="icon" href="data:,">
      <button>Connect</button><output></output>
      <script>
        const said = document.querySelector('output');
        const json = async (address, request) => (await fetch(address, request)).json();
        const asMcpDoes = { headers: { 'MCP-Protocol-Version': '2025-11-25' } };
        const base64url = (bytes) =>
          btoa(String.fromCharCode(...new Uint8Array(bytes)))
            .replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
        document.querySelector('button').onclick = async () => {
          const popup = open('about:blank', 'sign-in', 'popup');
          const about = await json('SERVER/.well-known/oauth-protected-resource/mcp', asMcpDoes);
          const issuer = await json(
            about.authorization_servers[0] + '/.well-known/oauth-authorization-server', asMcpDoes);
          const redirect_uri = location.origin + '/callback';
          const { client_id } = await json(issuer.registration_endpoint, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ client_name: 'A page', redirect_uris: [redirect_uri] }),
          });
          const code_verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
          const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier));
          onmessage = async ({ data }) => {
            const tokens = await json(issuer.token_endpoint, {
              method: 'POST',
              body: new URLSearchParams({
                grant_type: 'authorization_code', client_id, redirect_uri, code_verifier,
                code: new URLSearchParams(data).get('code'),
              }),
            });
            said.textContent = tokens.access_token;
          };
          popup.location = issuer.authorization_endpoint + '?' + new URLSearchParams({
            response_type: 'code', client_id, redirect_uri, code_challenge: base64url(hash),
            code_challenge_method: 'S256', resource: about.resource,
          });
        };
      </script>
      """;

  private static final String CALLBACK =
      """
      <!doctype html><title>Back</title><link rel="icon" href="data:,">
      <script>opener.postMessage(location.search, location.origin); close();</script>
      """;

  private final HttpServer pages;

  /** Of a server at that address. */
  ClientPage(String server) throws IOException {
    pages = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    serve("/", CLIENT.replace("SERVER", server));
    serve("/callback", CALLBACK);
    pages.start();
  }

  private void serve(String path, String page) {
    byte[] body = page.getBytes(StandardCharsets.UTF_8);
    pages.createContext(
        path,
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  /** By a name that makes it another site than the server's. */
  String url() {
    return "http://localhost:" + pages.getAddress().getPort() + "/";
  }

  @Override
  public void close() {
    pages.stop(0);
  }
}

// A certified provider of OpenID Connect for tests. Whoever signs in chooses who they are: the login is the subject.
import { generateKeyPairSync } from 'node:crypto';
import http from 'node:http';
import Provider from 'oidc-provider';

const people = {
  bob: { name: 'Bob of the provider', email: 'bob@example.com', email_verified: true },
  eve: { name: 'Eve', email: 'eve@elsewhere.example', email_verified: true },
  liar: { name: 'Liar', email: 'liar@example.com', email_verified: false },
  nobody: {},
};

const key = (kid) => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256',
});

const server = http.createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [
      { client_id: 'sandboxes', client_secret: 'a-secret+of/the%tests', redirect_uris: ['http://127.0.0.1/openid/callback'] },
      { client_id: 'public', token_endpoint_auth_method: 'none', redirect_uris: ['http://127.0.0.1/openid/callback'] },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (context, sub) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
    jwks: { keys: [key('first')] },
    cookies: { keys: ['only-for-tests'] },
    features: { devInteractions: { enabled: true } },
  });
  // The server's port is not known yet.
  provider.Client.prototype.redirectUriAllowed = (uri) => /^http:\/\/127\.0\.0\.1:\d+\/openid\/callback$/.test(uri);
  server.on('request', provider.callback());
  console.log(issuer);
});

// The test that started this ends it by closing its input.
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));

// A program that has only the server's address, by one of the TypeScript SDKs: node let-in-sdk.mjs 1|2 URL LINK AGENT.
import { Person } from './person.mjs';

const [revision, url, link, agent] = process.argv.slice(2);
const { Client, StreamableHTTPClientTransport } =
  revision === '1'
    ? {
        ...(await import('@modelcontextprotocol/sdk/client/index.js')),
        ...(await import('@modelcontextprotocol/sdk/client/streamableHttp.js')),
      }
    : await import('@modelcontextprotocol/client');

/** What the program keeps, and where it sends its person. */
const kept = {
  redirectUrl: 'http://localhost:53312/callback',
  clientMetadata: {
    client_name: `Program by SDK ${revision}`,
    redirect_uris: ['http://localhost:53312/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  state: () => 'a state of its own',
  clientInformation: () => kept.client,
  saveClientInformation: (client) => (kept.client = client),
  tokens: () => kept.pair,
  saveTokens: (pair) => (kept.pair = pair),
  redirectToAuthorization: (question) => (kept.question = question),
  saveCodeVerifier: (verifier) => (kept.verifier = verifier),
  codeVerifier: () => kept.verifier,
  discoveryState: () => kept.discovered,
  saveDiscoveryState: (discovered) => (kept.discovered = discovered),
};

const transport = () => new StreamableHTTPClientTransport(new URL(url), { authProvider: kept });
const newClient = () => new Client({ name: `let-in-${revision}`, version: '1.0.0' });

const first = transport();
const turnedAway = await newClient().connect(first).then(
  () => 'nobody asked for a token',
  (thrown) => thrown.constructor.name,
);
const { answer, shown } = await new Person(link).letIn(kept.question, agent);
if (revision === '1') {
  await first.finishAuth(answer.searchParams.get('code'));
} else {
  await first.finishAuth(answer.searchParams);
}

const client = newClient();
await client.connect(transport());
const before = await client.callTool({ name: 'sandboxes_create', arguments: { name: agent } });
const firstPair = kept.pair;
// As if the hour were over: the SDK gets another by the refresh token.
kept.pair = { ...firstPair, access_token: 'sbx_oauth_expired' };
const after = await client.callTool({
  name: 'sandbox_exec',
  arguments: { sandbox: agent, command: 'echo let in' },
});

console.log(
  JSON.stringify({
    turnedAway,
    client: kept.client.client_id,
    state: answer.searchParams.get('state'),
    shown,
    before,
    after,
    isRefreshed: kept.pair.refresh_token !== firstPair.refresh_token,
  }),
);
await client.close();
process.exit();

// The TypeScript SDK's client of the older revisions: node sdk-1.mjs URL TOKEN NAME.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { play } from './story.mjs';

const [url, token, name] = process.argv.slice(2);
const client = new Client({ name: 'story-1', version: '1.0.0' });
await client.connect(
  new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  }),
);
const saw = await play(
  name,
  async () => (await client.listTools()).tools.map((tool) => tool.name),
  (tool, args, options) => client.callTool({ name: tool, arguments: args }, undefined, options),
);
console.log(JSON.stringify({ ...saw, server: client.getServerVersion(), instructions: client.getInstructions() }));
await client.close();
process.exit();

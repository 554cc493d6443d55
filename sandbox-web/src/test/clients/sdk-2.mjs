// The TypeScript SDK's client of revision 2026-07-28: node sdk-2.mjs URL TOKEN NAME.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { play } from './story.mjs';

const [url, token, name] = process.argv.slice(2);
const client = new Client(
  { name: 'story-2', version: '1.0.0' },
  { versionNegotiation: { mode: { pin: '2026-07-28' } } },
);
await client.connect(
  new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  }),
);
const saw = await play(
  name,
  async () => (await client.listTools()).tools.map((tool) => tool.name),
  (tool, args, options) => client.callTool({ name: tool, arguments: args }, options),
);
console.log(JSON.stringify({ ...saw, server: client.getServerVersion(), instructions: client.getInstructions() }));
await client.close();
process.exit();

// A client that only speaks to programs, over mcp-remote: node through-mcp-remote.mjs URL TOKEN NAME.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { fileURLToPath } from 'node:url';
import { play } from './story.mjs';

const [url, token, name] = process.argv.slice(2);
const client = new Client({ name: 'story-remote', version: '1.0.0' });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [
      fileURLToPath(new URL('./node_modules/mcp-remote/dist/proxy.js', import.meta.url)),
      url,
      '--header',
      `Authorization: Bearer ${token}`,
      '--transport',
      'http-only',
    ],
    env: process.env,
    stderr: 'inherit',
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

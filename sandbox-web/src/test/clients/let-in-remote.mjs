// A program that only speaks to programs, let in by mcp-remote: node let-in-remote.mjs URL LINK AGENT.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { fileURLToPath } from 'node:url';
import { Person } from './person.mjs';

const [url, link, agent] = process.argv.slice(2);
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [
    fileURLToPath(new URL('./node_modules/mcp-remote/dist/proxy.js', import.meta.url)),
    url,
    '--transport',
    'http-only',
  ],
  // The browser that it opens does nothing: the person below reads the address from what it says.
  env: { ...process.env, BROWSER: 'true' },
  stderr: 'pipe',
});

const letIn = new Promise((resolve, reject) => {
  let said = '';
  let isAsked = false;
  transport.stderr.on('data', (piece) => {
    process.stderr.write(piece);
    said += piece;
    const question = /(http:\/\/\S+\/oauth\/authorize\?\S+)\s/.exec(said);
    if (question && !isAsked) {
      isAsked = true;
      new Person(link)
        .letIn(question[1], agent)
        .then(async ({ answer, shown }) => {
          const taken = await fetch(answer);
          resolve({ shown, taken: taken.status });
        })
        .catch(reject);
    }
  });
});

const client = new Client({ name: 'let-in-remote', version: '1.0.0' });
const [{ shown, taken }] = await Promise.all([letIn, client.connect(transport)]);
const before = await client.callTool({ name: 'sandboxes_create', arguments: { name: agent } });
const after = await client.callTool({
  name: 'sandbox_exec',
  arguments: { sandbox: agent, command: 'echo let in' },
});
console.log(JSON.stringify({ shown, taken, before, after }));
await client.close();
process.exit();

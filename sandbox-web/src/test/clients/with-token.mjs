// Passes requests on with an agent's token, for a client that has none: node with-token.mjs URL TOKEN.
// Prints the address to use instead, and serves until its standard input ends.
import http from 'node:http';

const [url, token] = process.argv.slice(2);
const server = new URL(url);

const door = http.createServer((request, answer) => {
  const onward = http.request(
    {
      host: server.hostname,
      port: server.port,
      path: request.url,
      method: request.method,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
    },
    (given) => {
      answer.writeHead(given.statusCode, given.headers);
      given.pipe(answer);
    },
  );
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  request.pipe(onward);
});
door.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${door.address().port}${server.pathname}`);
});
process.stdin.resume().on('end', () => process.exit());

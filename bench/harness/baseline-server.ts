import { once } from 'node:events';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** Baseline of Node: `baseline-server.ts memory|disk FILE` responds to every request with the bytes of the file. */
const [, , from, file = ''] = process.argv;
const length = statSync(file).size;
const bytes = from === 'memory' ? readFileSync(file) : undefined;

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': length });
  if (bytes) response.end(bytes);
  else pipeline(createReadStream(file), response, () => {});
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
console.log(`http://127.0.0.1:${port}`);

process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: a server that is restarted must find its port free. */
const [FIRST_PORT, END_PORT] = [20_000, 30_000];

export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, END_PORT);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

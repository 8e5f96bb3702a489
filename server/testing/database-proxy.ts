import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOCKET = '.s.PGSQL.5432';

export interface DatabaseProxy {
  /** The URL of the same database through the proxy. */
  readonly url: string;
  /** Ends all connections and refuses new ones until `restore`. */
  interrupt(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a proxy between a client and the PostgreSQL server of the tests, so that a test can interrupt the
 * connection.
 */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-database-proxy-'));
  const url = new URL(databaseUrl);
  const target = join(url.searchParams.get('host') ?? '', SOCKET);
  url.searchParams.set('host', folder);
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  function accept(client: Socket): void {
    const upstream = connect(target);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      // 'close' follows an error and ends the other side.
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }

  async function restore(): Promise<void> {
    server = createServer(accept).listen(join(folder, SOCKET));
    await once(server, 'listening');
  }

  async function interrupt(): Promise<void> {
    const closed = server && once(server, 'close');
    server?.close();
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await restore();
  return {
    url: url.href,
    interrupt,
    restore,
    async close() {
      await interrupt();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { randomBytes } from 'node:crypto';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/database/open-database.ts';
import { createDatabase, startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { withDatabase } from '../fixtures/database.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import { type BenchServer, startBenchServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import { percentile } from '../harness/figures.ts';
import { openJsonClient } from '../harness/json-client.ts';

const NODES = 3;
const CONNECTION_COUNTS = [16, 48];
const SECONDS = 8;
const WARM_UP_MS = 2_000;

interface Client {
  readonly api: ReturnType<typeof openJsonClient>;
  /** A root folder of its own, as clients in different rooms have. */
  readonly folderId: number;
  readonly fileId: number;
  /** How many calls it has made, for names that differ. */
  calls: number;
}

const WRITES: Record<string, (client: Client) => Promise<unknown>> = {
  'rename of a folder': ({ api, folderId, calls }) =>
    api.call('PATCH', `/api/folders/${folderId}`, { name: `Renamed ${calls}` }),
  'new folder': ({ api, folderId, calls }) =>
    api.call('POST', '/api/folders', { name: `New ${calls}`, parentId: folderId }),
  'upload of 1 KB': ({ api, calls }) => api.upload(`small ${calls}.bin`, 'x'.repeat(1024)),
  'download of 1 KB': ({ api, fileId }) => api.send('GET', `/api/files/${fileId}/download`),
};

/**
 * Measures changes that the audit log records, by clients in folders of their own, on three nodes and one PostgreSQL with synced
 * commits.
 */
export async function benchAuditedWrites(parts: readonly string[]): Promise<object[]> {
  const counts = parts.map(Number).filter((count) => count > 0);
  const postgres = await startPostgres({ isDurable: true, isOnDisk: true });
  try {
    return await withTemporaryDirectory(async (directory) => {
      const databaseUrl = await createDatabase(postgres.url, 'audited');
      const nodes = await startNodes(directory, databaseUrl);
      try {
        const chosen = counts.length > 0 ? counts : CONNECTION_COUNTS;
        const fill = (db: Database) => fillAccounts(db, Math.max(...chosen));
        const accounts = await withDatabase(directory, fill, databaseUrl);
        const clients: Client[] = [];
        // One after another: the first uploads of all at once may wait longer for the lock than a busy server allows.
        for (const [nth, account] of accounts.entries())
          clients.push(await openClient(account, String(nodes[nth % NODES]?.origin)));
        return await measureWrites(nodes, clients, chosen);
      } finally {
        await Promise.all(nodes.map((node) => node.stop()));
      }
    });
  } finally {
    await postgres.stop();
  }
}

/**
 * Starts nodes that share the files of objects, as over a network file system; an S3 server would take time of the same cores.
 */
async function startNodes(directory: string, databaseUrl: string): Promise<BenchServer[]> {
  const objects = join(directory, 'objects');
  await mkdir(objects);
  const environment = { DATABASE_URL: databaseUrl, MASTER_KEY: randomBytes(32).toString('base64') };
  const nodes: BenchServer[] = [];
  for (let nth = 0; nth < NODES; nth += 1) {
    const dataDir = join(directory, `node-${nth}`);
    await mkdir(dataDir);
    await symlink(objects, join(dataDir, 'objects'));
    nodes.push(await startBenchServer(dataDir, environment));
  }
  return nodes;
}

interface Account {
  readonly cookie: string;
  readonly folderId: number;
}

async function fillAccounts(db: Database, count: number): Promise<Account[]> {
  await db.insertInto('system_settings').values({ name: 'maxFilesPerFolder', value: '1000' }).execute();
  const accounts: Account[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const owner_id = await insertUser(db, `writer-${nth}`, 0);
    const { id: folderId } = await db
      .insertInto('folders')
      .values({ name: `Folder of ${nth}`, parent_id: null, owner_id, created_at: Date.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    accounts.push({ cookie: await createSessionCookie(db, owner_id), folderId });
  }
  return accounts;
}

async function openClient({ cookie, folderId }: Account, origin: string): Promise<Client> {
  const api = openJsonClient(origin, cookie);
  const { id: fileId } = await api.upload('read.bin', 'x'.repeat(1024));
  return { api, folderId, fileId, calls: 0 };
}

async function measureWrites(
  nodes: readonly BenchServer[],
  clients: readonly Client[],
  counts: readonly number[],
): Promise<object[]> {
  const rows: object[] = [];
  for (const [call, write] of Object.entries(WRITES))
    for (const count of counts)
      rows.push({ call, clients: count, ...(await measureLoad(nodes, clients.slice(0, count), write)) });
  return rows;
}

const processorTime = async (nodes: readonly BenchServer[]): Promise<number> => {
  const uses = await Promise.all(nodes.map((node) => node.usage()));
  return uses.reduce((total, { processorMs }) => total + processorMs, 0);
};

/** Lets every client write one thing after another, after a warm-up. */
async function measureLoad(
  nodes: readonly BenchServer[],
  clients: readonly Client[],
  write: (client: Client) => Promise<unknown>,
): Promise<object> {
  const before = await processorTime(nodes);
  const begin = performance.now() + WARM_UP_MS;
  const end = begin + SECONDS * 1_000;
  const times: number[] = [];
  let calls = 0;
  const work = async (client: Client): Promise<void> => {
    for (let sent = performance.now(); sent < end; ) {
      client.calls += 1;
      await write(client);
      const answered = performance.now();
      calls += 1;
      if (sent >= begin && answered <= end) times.push(answered - sent);
      sent = answered;
    }
  };
  await Promise.all(clients.map(work));
  return {
    'writes/s': Number((times.length / SECONDS).toPrecision(3)),
    'p50 ms': Math.round(percentile(times, 0.5)),
    'p95 ms': Math.round(percentile(times, 0.95)),
    'processor ms of the nodes': Number((((await processorTime(nodes)) - before) / calls).toPrecision(3)),
  };
}

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { createDatabase, startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { type StartedServer, startServer } from '#server/testing/start-server.ts';
import type { NodeLogs } from './node-logs.ts';
import type { ObjectStore } from './parts/object-store.ts';

export const ADMINISTRATOR = { username: 'admin', password: 'a password of the operator' };
const NODES = ['a', 'b', 'c'];

export interface Cluster {
  /** The addresses of the nodes that run. */
  origins(): readonly string[];
  /** The environment of a command of the operator. */
  readonly environment: Record<string, string>;
  /** Ends a node as a power cut does. */
  killNode(): Promise<void>;
  /** Starts it again, as its supervisor would. */
  startNode(): Promise<void>;
  /** Kills a process of PostgreSQL, whereupon it ends all others and recovers. Resolves once it answers again. */
  restartPostgres(): Promise<void>;
  /** Resolves once the object store is away, or answers again. */
  setStore(state: 'away' | 'back'): Promise<void>;
  stop(): Promise<void>;
}

interface ClusterParts {
  readonly store: ObjectStore;
  /** The address of OpenSearch; without it each node has an index of its own. */
  readonly searchUrl: string | undefined;
  readonly logs: NodeLogs;
}

/** Starts PostgreSQL with synced commits and three nodes. */
export async function startCluster(
  directory: string,
  { store, searchUrl, logs }: ClusterParts,
): Promise<Cluster> {
  const postgres = await startPostgres({ isDurable: true });
  const s3 = store.settings;
  const databaseUrl = await createDatabase(postgres.url, 'room');
  const environment: Record<string, string> = {
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    DATABASE_URL: databaseUrl,
    MASTER_KEY: randomBytes(32).toString('base64'),
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    LOG_LEVEL: 'error',
    ...(searchUrl !== undefined && { SEARCH_URL: searchUrl }),
  };
  const dataDir = (name: string) => join(directory, `data-${name}`);
  const start = (name: string) =>
    startServer({
      env: { ...environment, DATA_DIR: dataDir(name) },
      receiver: logs.receiverOf(name),
    });
  const nodes = new Map<string, StartedServer>();
  for (const name of NODES) nodes.set(name, await start(name));
  const killed = String(NODES[0]);
  return {
    origins: () => [...nodes.values()].map(({ origin }) => origin),
    environment: { ...environment, DATA_DIR: dataDir('command') },
    killNode: () =>
      nodes
        .get(killed)
        ?.stop('SIGKILL')
        .then(() => {}) ?? Promise.resolve(),
    async startNode() {
      const node = await start(killed);
      nodes.set(killed, node);
    },
    restartPostgres: () => restartPostgres(databaseUrl),
    setStore: store.setState,
    async stop() {
      await Promise.all([...nodes.values()].map((node) => node.stop('SIGKILL')));
      await postgres.stop();
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function restartPostgres(url: string): Promise<void> {
  const client = await connect(url);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await client.end().catch(() => {});
  for (;;) {
    const isBack = await connect(url).then(
      (again) => again.end().then(() => true),
      () => false,
    );
    if (isBack) return;
    await wait(50);
  }
}

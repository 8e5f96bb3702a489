import { join } from 'node:path';
import { hashPassword } from '#server/authorization/passwords/password-hashing.ts';
import { createDatabase, startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { startServer } from '#server/testing/start-server.ts';
import { createContractText } from '../fixtures/contract-text.ts';
import { withDatabase } from '../fixtures/database.ts';
import { type FilledDatabase, fillDatabase } from '../fixtures/filled-database.ts';
import { fillIndex } from '../fixtures/filled-index.ts';
import { insertUser } from '../fixtures/users.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import { percentile } from '../harness/figures.ts';
import { createHttpClient, type HttpClient } from '../harness/http-client.ts';

const SECONDS = 3;
const CONNECTION_COUNTS = [1, 16];
const PASSWORD = 'correct horse battery staple';
/** Ids of a file and of a folder with ten files that the collaborator can see. */
const FILE_ID = 100;
const FOLDER_ID = 11;

type ApiCall = (client: HttpClient) => Promise<unknown>;

/** Accounts, as many as connections, because concurrent sign-ins of an account are limited. */
const ACCOUNTS = Array.from({ length: Math.max(...CONNECTION_COUNTS) }, (_, index) => `signing-in-${index}`);
let signIns = 0;

function signIn(client: HttpClient): Promise<unknown> {
  signIns += 1;
  return client.post('/api/login', { username: ACCOUNTS[signIns % ACCOUNTS.length], password: PASSWORD });
}

interface LoadResult {
  perSecond: number;
  p50: number;
  p95: number;
}

/** Measures the most frequent calls of a user who can see half of all folders, on both databases. */
export function benchRequestThroughput(): Promise<object[]> {
  return withTemporaryDirectory(async (directory) => {
    const rows = await measureDatabase('SQLite', join(directory, 'sqlite'));
    const postgres = await startPostgres();
    try {
      const url = await createDatabase(postgres.url, 'bench');
      return [...rows, ...(await measureDatabase('PostgreSQL', join(directory, 'postgres'), url))];
    } finally {
      await postgres.stop();
    }
  });
}

async function measureDatabase(engine: string, dataDir: string, databaseUrl?: string): Promise<object[]> {
  const accounts = await fillDatabase(dataDir, databaseUrl);
  const hash = await hashPassword(PASSWORD);
  for (const name of ACCOUNTS)
    await withDatabase(dataDir, (db) => insertUser(db, name, 0, hash), databaseUrl);
  await fillIndex(dataDir, databaseUrl);
  const environment = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  return withServer(startBenchServer(dataDir, environment), (server) =>
    withServer(startServer({ args: ['bench/harness/empty-response-server.ts'] }), (empty) =>
      measureCalls(engine, server.origin, empty.origin, accounts),
    ),
  );
}

async function measureCalls(
  engine: string,
  origin: string,
  emptyOrigin: string,
  { collaborator, largestFolderId }: FilledDatabase,
): Promise<object[]> {
  const contracts = createContractText(3);
  const question = () => `/api/search?query=${encodeURIComponent(contracts.question())}`;
  const calls: Record<string, ApiCall> = {
    'one file': (client) => client.get(`/api/files/${FILE_ID}`),
    'list of 10 files': (client) => client.get(`/api/files?folderId=${FOLDER_ID}`),
    'list of 1,000 files': (client) => client.get(`/api/files?folderId=${largestFolderId}`),
    'first 1,000 of the tree': (client) => client.get('/api/folder-tree'),
    'search in 100,000 passages': (client) => client.get(question()),
  };
  const rows: object[] = [];
  for (const connections of CONNECTION_COUNTS) {
    const empty = await measureLoad(emptyOrigin, '', connections, (client) => client.get('/'));
    rows.push(toLoadRow(engine, 'an empty response (framework only)', connections, empty, empty));
    for (const [name, call] of Object.entries(calls))
      rows.push(
        toLoadRow(
          engine,
          name,
          connections,
          await measureLoad(origin, collaborator, connections, call),
          empty,
        ),
      );
    // The cookie is left out: a sign-in ends the session of its request.
    rows.push(
      toLoadRow(engine, 'sign in', connections, await measureLoad(origin, '', connections, signIn), empty),
    );
  }
  return rows;
}

const toLoadRow = (
  engine: string,
  call: string,
  connections: number,
  ours: LoadResult,
  empty: LoadResult,
): object => ({
  engine,
  connections,
  call,
  'calls/s': Math.round(ours.perSecond),
  'of empty response': Number((ours.perSecond / empty.perSecond).toFixed(2)),
  'p50 ms': Number(ours.p50.toPrecision(3)),
  'p95 ms': Number(ours.p95.toPrecision(3)),
});

/** Sends sequential calls over each connection for some seconds, after a warm-up of one second. */
async function measureLoad(
  origin: string,
  cookie: string,
  connections: number,
  call: ApiCall,
): Promise<LoadResult> {
  const begin = performance.now() + 1_000;
  const end = begin + SECONDS * 1_000;
  const times: number[] = [];
  const work = async (): Promise<void> => {
    const client = createHttpClient(origin, cookie);
    for (let before = performance.now(); before < end; ) {
      await call(client);
      const after = performance.now();
      if (before >= begin && after <= end) times.push(after - before);
      before = after;
    }
    client.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { perSecond: times.length / SECONDS, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

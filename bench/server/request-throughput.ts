import { join } from 'node:path';
import { hashPassword } from '#server/authorization/password-hashing.ts';
import { createDatabase, startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { createContracts } from '../fixtures/contract-text.ts';
import { fillIndex } from '../fixtures/filled-index.ts';
import { type FilledRoom, fillRoom } from '../fixtures/filled-database.ts';
import { type Caller, createCaller } from '../harness/http-client.ts';
import { insertPerson } from '../fixtures/users.ts';
import { startRoom, withDirectory, withServer } from '../harness/bench-server.ts';
import { withDatabase } from '../fixtures/database.ts';
import { startServer } from '../harness/server-process.ts';
import { percentile } from '../harness/figures.ts';

const SECONDS = 3;
const CONNECTIONS = [1, 16];
const PASSWORD = 'correct horse battery staple';
/** Of a file and of a folder with ten files that the reader may see. */
const FILE_ID = 100;
const FOLDER_ID = 11;

type Call = (caller: Caller) => Promise<unknown>;

/** An account for each connection: sign-ins of one account are limited, also simultaneous ones. */
const ACCOUNTS = Array.from({ length: Math.max(...CONNECTIONS) }, (_, index) => `signing-in-${index}`);
let signIns = 0;

function signIn(caller: Caller): Promise<unknown> {
  signIns += 1;
  return caller.post('/api/login', { username: ACCOUNTS[signIns % ACCOUNTS.length], password: PASSWORD });
}

interface Load {
  perSecond: number;
  p50: number;
  p95: number;
}

/** The calls that people make most, by somebody who may see half of the room, on both engines. */
export function benchCalls(): Promise<object[]> {
  return withDirectory(async (directory) => {
    const rows = await measureEngine('SQLite', join(directory, 'sqlite'));
    const postgres = await startPostgres();
    try {
      const url = await createDatabase(postgres.url, 'bench');
      return [...rows, ...(await measureEngine('PostgreSQL', join(directory, 'postgres'), url))];
    } finally {
      await postgres.stop();
    }
  });
}

async function measureEngine(engine: string, dataDir: string, databaseUrl?: string): Promise<object[]> {
  const people = await fillRoom(dataDir, databaseUrl);
  const hash = await hashPassword(PASSWORD);
  for (const name of ACCOUNTS)
    await withDatabase(dataDir, (db) => insertPerson(db, name, 0, hash), databaseUrl);
  await fillIndex(dataDir, databaseUrl);
  const environment = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  return withServer(startRoom(dataDir, environment), (room) =>
    withServer(startServer(['bench/harness/empty-response-server.ts'], {}), (empty) =>
      measureCalls(engine, room.origin, empty.origin, people),
    ),
  );
}

async function measureCalls(
  engine: string,
  origin: string,
  emptyOrigin: string,
  { reader, largestFolderId }: FilledRoom,
): Promise<object[]> {
  const contracts = createContracts(3);
  const question = () => `/api/search?query=${encodeURIComponent(contracts.question())}`;
  const calls: Record<string, Call> = {
    'one file': (caller) => caller.get(`/api/files/${FILE_ID}`),
    'list of 10 files': (caller) => caller.get(`/api/files?folderId=${FOLDER_ID}`),
    'list of 1,000 files': (caller) => caller.get(`/api/files?folderId=${largestFolderId}`),
    'first 1,000 of the tree': (caller) => caller.get('/api/folder-tree'),
    'search in 100,000 passages': (caller) => caller.get(question()),
  };
  const rows: object[] = [];
  for (const connections of CONNECTIONS) {
    const empty = await load(emptyOrigin, '', connections, (caller) => caller.get('/'));
    rows.push(rowOf(engine, 'an empty answer, by the framework alone', connections, empty, empty));
    for (const [name, call] of Object.entries(calls))
      rows.push(rowOf(engine, name, connections, await load(origin, reader, connections, call), empty));
    // Without the cookie: a sign-in ends the session that it comes with.
    rows.push(rowOf(engine, 'sign in', connections, await load(origin, '', connections, signIn), empty));
  }
  return rows;
}

const rowOf = (engine: string, call: string, connections: number, ours: Load, empty: Load): object => ({
  engine,
  connections,
  call,
  'calls/s': Math.round(ours.perSecond),
  'of the empty': Number((ours.perSecond / empty.perSecond).toFixed(2)),
  'p50 ms': Number(ours.p50.toPrecision(3)),
  'p95 ms': Number(ours.p95.toPrecision(3)),
});

/** So many connections, each with one call after the other, for a while; a second before that nothing is counted. */
async function load(origin: string, cookie: string, connections: number, call: Call): Promise<Load> {
  const begin = performance.now() + 1_000;
  const end = begin + SECONDS * 1_000;
  const times: number[] = [];
  const work = async (): Promise<void> => {
    const caller = createCaller(origin, cookie);
    for (let before = performance.now(); before < end; ) {
      await call(caller);
      const after = performance.now();
      if (before >= begin && after <= end) times.push(after - before);
      before = after;
    }
    caller.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { perSecond: times.length / SECONDS, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

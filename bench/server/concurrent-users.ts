import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '#server/database/open-database.ts';
import { createDatabase, startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { startServer } from '#server/testing/start-server.ts';
import { createContractText } from '../fixtures/contract-text.ts';
import { withDatabase } from '../fixtures/database.ts';
import { fillScaledDatabase, type ScaledDatabase } from '../fixtures/scaled-database.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import {
  type BenchServer,
  startBenchServer,
  withServer,
  withTemporaryDirectory,
} from '../harness/bench-server.ts';
import { type Figure, percentile, toTableRow } from '../harness/figures.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { openJsonClient } from '../harness/json-client.ts';
import { readLoopDelay, withLoopDelay } from '../harness/loop-delay.ts';

const USERS = 100;
const PAUSE_MS = 1_000;
const PHASE_MS = 30_000;
const FILES = 10_000;
const PASSAGES = 30_000;
const UPLOADS = 1_000;
/** A browser tab sends this many at a time. */
const CONCURRENT_UPLOADS = 4;
/** Folders and files of the first room, which the reader sees. */
const FOLDERS = 90;
const READABLE_FILES = 900;
const TYPED_LETTERS = 12;
/** Calls of which the last is a search. */
const CALLS_PER_SEARCH = 10;

/**
 * Measures 100 users who work at the same time with a pause of a second, alone and while 1,000 texts are uploaded and indexed.
 * Each call is followed by one to an empty server, whose figures are those of the machine. `npm run bench -- users postgres` uses
 * PostgreSQL.
 */
export function benchUsers(parts: readonly string[]): Promise<object[]> {
  return withTemporaryDirectory(async (directory) => {
    const dataDir = join(directory, 'data');
    if (!parts.includes('postgres')) return measureDatabase(directory, dataDir);
    const postgres = await startPostgres({ isOnDisk: true, isDurable: true });
    try {
      return await measureDatabase(directory, dataDir, await createDatabase(postgres.url, 'bench'));
    } finally {
      await postgres.stop();
    }
  });
}

interface Machine {
  readonly server: BenchServer;
  readonly bareOrigin: string;
  readonly filled: ScaledDatabase;
  /** Sessions of the users, each of whom sees every room. */
  readonly cookies: readonly string[];
  readonly sockets: { readonly ours: string; readonly bare: string };
}

async function measureDatabase(directory: string, dataDir: string, databaseUrl?: string): Promise<object[]> {
  const filled = await fillScaledDatabase(dataDir, { files: FILES, maxPassages: PASSAGES, databaseUrl });
  const cookies = await withDatabase(dataDir, (db) => insertReaders(db, filled.rooms), databaseUrl);
  const sockets = { ours: join(directory, 'ours.sock'), bare: join(directory, 'bare.sock') };
  const [ours, empty] = [withLoopDelay(sockets.ours), withLoopDelay(sockets.bare)];
  const env = { ...ours.env, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  const bare = { args: [...empty.flags, 'bench/harness/empty-response-server.ts'], env: empty.env };
  return withServer(startBenchServer(dataDir, env, ours.flags), (server) =>
    withServer(startServer(bare), async ({ origin }) => {
      const machine = { server, bareOrigin: origin, filled, cookies, sockets };
      const quiet = await measurePhase(machine, () => setTimeout(PHASE_MS));
      const busy = await measurePhase(machine, () => uploadTexts(server, filled));
      return [...toFigures('alone', quiet), ...toFigures('during uploads', busy)].map(toTableRow);
    }),
  );
}

/** Limits count for each account. */
async function insertReaders(db: Database, rooms: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let user = 0; user < USERS; user += 1) {
    const user_id = await insertUser(db, `reader-${user}`, 0);
    const grants = Array.from({ length: rooms }, (_, room) => ({
      folder_id: room + 1,
      user_id,
      created_at: Date.now(),
    }));
    await db.insertInto('collaborators').values(grants).execute();
    cookies.push(await createSessionCookie(db, user_id));
  }
  return cookies;
}

type Phase = Awaited<ReturnType<typeof measurePhase>>;

/** Lets the users work as long as something else takes. */
async function measurePhase(
  { server, bareOrigin, filled, cookies, sockets }: Machine,
  during: () => Promise<unknown>,
) {
  const times = { ours: [] as number[], bare: [] as number[] };
  const failures: unknown[] = [];
  let [isDone, isCounted, memoryMb] = [false, false, 0];
  const timed = async (list: number[], call: Promise<unknown>) => {
    const begun = performance.now();
    await call.catch((error: unknown) => failures.push(error));
    if (isCounted) list.push(performance.now() - begun);
  };
  const work = async (_: unknown, user: number) => {
    await setTimeout((PAUSE_MS * user) / USERS);
    const client = createHttpClient(server.origin, cookies[user]);
    const machine = createHttpClient(bareOrigin);
    const paths = listPaths(filled, user);
    while (!isDone) {
      await timed(times.ours, client.get(paths()));
      await timed(times.bare, machine.get('/'));
      await setTimeout(PAUSE_MS);
    }
    client.close();
    machine.close();
  };
  const watchMemory = async () => {
    for (; !isDone; await setTimeout(PAUSE_MS)) memoryMb = Math.max(memoryMb, await server.memoryMb());
  };
  const users = Array.from({ length: USERS }, work);
  // The first calls load the index and compile code.
  await setTimeout(5 * PAUSE_MS);
  isCounted = true;
  await Promise.all([readLoopDelay(sockets.ours), readLoopDelay(sockets.bare)]);
  const [before, begun] = [(await server.usage()).processorMs, performance.now()];
  const watching = watchMemory();
  await during();
  const delays = { ours: await readLoopDelay(sockets.ours), bare: await readLoopDelay(sockets.bare) };
  const elapsedMs = performance.now() - begun;
  const processorMs = (await server.usage()).processorMs - before;
  isDone = true;
  await Promise.all([...users, watching]);
  if (failures.length > 0) console.log(`${failures.length} calls failed, the first with:`, failures[0]);
  return { times, failures: failures.length, memoryMb, delays, elapsedMs, processorMs };
}

/** Returns what a user asks next: a list, a file, the tree, a suggestion, and sometimes a question. */
function listPaths({ leafId }: ScaledDatabase, user: number): () => string {
  const contracts = createContractText(user + 1);
  let calls = user;
  const any = (count: number) => Math.floor(Math.random() * count);
  const kinds = [
    () => `/api/files?folderId=${leafId + any(FOLDERS)}`,
    () => `/api/files/${1 + any(READABLE_FILES)}`,
    () => '/api/folders?parentId=1',
    () => `/api/search/suggestions?query=${encodeURIComponent(contracts.title().slice(0, TYPED_LETTERS))}`,
  ];
  return () => {
    calls += 1;
    if (calls % CALLS_PER_SEARCH === 0)
      return `/api/search?query=${encodeURIComponent(contracts.question())}`;
    return kinds[calls % kinds.length]?.() ?? '/api/files';
  };
}

/** Uploads texts and waits until everything that this queued is done. */
async function uploadTexts(server: BenchServer, { owner, leafId }: ScaledDatabase): Promise<void> {
  const contracts = createContractText(5);
  let sent = 0;
  const upload = async () => {
    const client = openJsonClient(server.origin, owner);
    while (sent < UPLOADS) {
      sent += 1;
      const text = Array.from({ length: 3 }, () => contracts.passage()).join('\n\n');
      await client.upload(`Uploaded ${sent}.txt`, text, { folderId: leafId + (sent % FOLDERS) });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, upload));
  while ((await server.pendingWork()) > 0) await setTimeout(PAUSE_MS);
}

function toFigures(when: string, phase: Phase): Figure[] {
  const { times, delays, elapsedMs, processorMs } = phase;
  const ms = (name: string, value: number, baseline: number, atMost?: number): Figure => ({
    ...{ name: `${name}, ${when}`, value, baseline, unit: 'ms' },
    ...(atMost !== undefined && { target: { atMost } }),
  });
  return [
    ms('answer, p50', percentile(times.ours, 0.5), percentile(times.bare, 0.5)),
    ms('answer, p95', percentile(times.ours, 0.95), percentile(times.bare, 0.95), 40),
    ms('delay of the event loop, p99', delays.ours.p99, delays.bare.p99, 15),
    ms('longest delay of the event loop', delays.ours.max, delays.bare.max, 100),
    { name: `memory, ${when}`, value: phase.memoryMb, unit: 'MB', target: { atMost: 600 } },
    { name: `calls, ${when}`, value: (times.ours.length * 1_000) / elapsedMs, unit: 'calls/s' },
    { name: `processor time in a second, ${when}`, value: (processorMs * 1_000) / elapsedMs, unit: 'ms' },
    { name: `failed calls, ${when}`, value: phase.failures, unit: 'calls', target: { atMost: 0 } },
  ];
}

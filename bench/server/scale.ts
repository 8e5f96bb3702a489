import type { Database } from '#server/database/open-database.ts';
import { createDatabase, startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { createContractText } from '../fixtures/contract-text.ts';
import { withDatabase } from '../fixtures/database.ts';
import { fillScaledDatabase, type ScaledDatabase } from '../fixtures/scaled-database.ts';
import {
  type BenchServer,
  startBenchServer,
  withServer,
  withTemporaryDirectory,
} from '../harness/bench-server.ts';
import { percentile } from '../harness/figures.ts';
import { createHttpClient } from '../harness/http-client.ts';

const SIZES = [10_000, 100_000];
/** The built-in index holds this many within Node's memory on a machine with 16 GB, with room to spare. */
const MAX_PASSAGES = 300_000;
const CALLS = 40;
const WRITERS = 16;
const RENAMES_BY_EACH = 5;
const FIRST_ROOM_ID = 1;

/**
 * Measures installations of several sizes; `npm run bench -- scale 10000 1000000` chooses them, `scale postgres` the other
 * database, and `scale passages=100000` the most passages. Beside the time of a call stands the processor time of the whole
 * server, which other work of the machine does not lengthen.
 */
export async function benchScale(parts: readonly string[]): Promise<object[]> {
  const chosen = parts.map(Number).filter((size) => size > 0);
  const sizes = chosen.length > 0 ? chosen : SIZES;
  const [most] = parts.flatMap((part) => /^passages=(\d+)$/.exec(part)?.[1] ?? []);
  const maxPassages = most === undefined ? MAX_PASSAGES : Number(most);
  if (!parts.includes('postgres')) return measureSizes(sizes, maxPassages, async () => undefined);
  const postgres = await startPostgres({ isDurable: true });
  try {
    return await measureSizes(sizes, maxPassages, (files) => createDatabase(postgres.url, `scale_${files}`));
  } finally {
    await postgres.stop();
  }
}

async function measureSizes(
  sizes: readonly number[],
  maxPassages: number,
  createUrl: (files: number) => Promise<string | undefined>,
): Promise<object[]> {
  const rows: object[] = [];
  for (const files of sizes)
    await withTemporaryDirectory(async (dataDir) => {
      const databaseUrl = await createUrl(files);
      const begun = performance.now();
      const filled = await fillScaledDatabase(dataDir, { files, maxPassages, databaseUrl });
      const { rooms, passages } = filled;
      rows.push({
        files,
        call: `fill, with ${rooms} rooms and ${passages} passages`,
        'p50 ms': Math.round(performance.now() - begun),
      });
      const environment = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
      const measured = await withServer(startBenchServer(dataDir, environment), (server) =>
        measureServer(server, filled, { dataDir, databaseUrl }),
      );
      rows.push(...measured.map((row) => ({ files, ...row })));
    });
  return rows;
}

interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

async function measureServer(
  server: BenchServer,
  filled: ScaledDatabase,
  { dataDir, databaseUrl }: Place,
): Promise<object[]> {
  const reader = createHttpClient(server.origin, filled.reader);
  const administrator = createHttpClient(server.origin, filled.administrator);
  const contracts = createContractText(3);
  const search = () => `/api/search?query=${encodeURIComponent(contracts.question())}`;
  const started = await server.usage();
  const rows: object[] = [
    {
      call: 'start to ready',
      'p50 ms': Math.round(server.startMs),
      'processor ms': Math.round(started.processorMs),
      'memory MB': Math.round(started.residentMb),
    },
  ];
  // The first question opens the index.
  const opened = performance.now();
  await reader.get(search());
  rows.push({ call: 'first question', 'p50 ms': Math.round(performance.now() - opened) });
  const calls: Record<string, () => Promise<unknown>> = {
    'list of a folder': () => reader.get(`/api/files?folderId=${filled.leafId}`),
    'first 1,000 of all files, reader of half': () => reader.get('/api/files'),
    'first 1,000 of all files, administrator': () => administrator.get('/api/files'),
    'folder tree, reader of half': () => reader.get('/api/folder-tree'),
    'search, reader of half': () => reader.get(search()),
    'search, administrator': () => administrator.get(search()),
  };
  for (const [call, work] of Object.entries(calls)) rows.push({ call, ...(await measureCall(server, work)) });
  rows.push(
    await withDatabase(dataDir, (db) => measurePermissionChange(db, server, filled), databaseUrl),
    ...(await measureWrites(server, filled)),
  );
  reader.close();
  administrator.close();
  rows.push({ call: 'memory afterwards', 'memory MB': Math.round((await server.usage()).residentMb) });
  return rows;
}

async function measureCall(server: BenchServer, work: () => Promise<unknown>): Promise<object> {
  await work();
  const before = await server.usage();
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  const processorMs = (await server.usage()).processorMs - before.processorMs;
  return {
    'p50 ms': Number(percentile(times, 0.5).toPrecision(3)),
    'p95 ms': Number(percentile(times, 0.95).toPrecision(3)),
    'processor ms': Number((processorMs / CALLS).toPrecision(3)),
  };
}

/** Withdraws and grants access to the first room; the reader's next list must show it. */
async function measurePermissionChange(
  db: Database,
  server: BenchServer,
  { readerId, leafId, reader }: ScaledDatabase,
): Promise<object> {
  const grant = { folder_id: FIRST_ROOM_ID, user_id: readerId };
  let isGranted = true;
  const change = async () => {
    if (isGranted)
      await db
        .deleteFrom('collaborators')
        .where('folder_id', '=', grant.folder_id)
        .where('user_id', '=', readerId)
        .execute();
    else
      await db
        .insertInto('collaborators')
        .values({ ...grant, created_at: Date.now() })
        .execute();
    isGranted = !isGranted;
    const response = await fetch(`${server.origin}/api/files?folderId=${leafId}`, {
      headers: { cookie: reader },
    });
    await response.arrayBuffer();
    if (response.ok !== isGranted) throw new Error('The list does not show the change of access');
  };
  return { call: 'a right withdrawn or given, and the next list', ...(await measureCall(server, change)) };
}

/** Renames folders, each with its entry in the audit log: alone, and with as many clients as want to write at once. */
async function measureWrites(server: BenchServer, { owner, leafId }: ScaledDatabase): Promise<object[]> {
  let renamed = 0;
  const rename = async () => {
    renamed += 1;
    const response = await fetch(`${server.origin}/api/folders/${leafId + (renamed % WRITERS)}`, {
      method: 'PATCH',
      headers: { cookie: owner, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Renamed ${renamed}` }),
    });
    if (response.status !== 200) throw new Error(`A folder was not renamed: ${await response.text()}`);
    await response.arrayBuffer();
  };
  const alone = { call: 'rename of a folder', ...(await measureCall(server, rename)) };
  const begun = performance.now();
  const write = async () => {
    for (let nth = 0; nth < RENAMES_BY_EACH; nth += 1) await rename();
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  const perSecond = (WRITERS * RENAMES_BY_EACH * 1000) / (performance.now() - begun);
  return [alone, { call: `renames by ${WRITERS} clients`, 'calls/s': Math.round(perSecond) }];
}

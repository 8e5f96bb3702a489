import { randomBytes } from 'node:crypto';
import type { Database } from '#server/database/open-database.ts';
import { createContractText } from '../fixtures/contract-text.ts';
import { withDatabase } from '../fixtures/database.ts';
import { fillScaledDatabase, type ScaledDatabase } from '../fixtures/scaled-database.ts';
import {
  type BenchServer,
  measureCpuTime,
  startBenchServer,
  withServer,
  withTemporaryDirectory,
} from '../harness/bench-server.ts';
import { median } from '../harness/figures.ts';
import { createHttpClient } from '../harness/http-client.ts';

const SIZES = [1_000, 10_000, 100_000];
/** The built-in index holds this many within Node's memory on a machine with 16 GB, with room to spare. */
const MAX_PASSAGES = 300_000;
const ROUNDS = 3;
const CALLS = 30;
/** The same at each size, so that the answers are equally long. */
const FILES_IN_FOLDER = 100;
const FIRST_ROOM_ID = 1;
const TYPED_LETTERS = 12;

/** The greatest exponent that is wanted of each figure. */
const TARGETS: Record<string, number> = {
  'list of 100 files': 0.1,
  'details of a file': 0.1,
  suggestion: 0.1,
  'a right withdrawn or given, and the next list': 0.1,
  'folders of an opened folder': 0.1,
  'move of a folder': 0.1,
  start: 0.2,
  'start of the index, with the first question': 0.3,
};

/**
 * Prints the processor time of the server at several sizes, and the exponent by which it grows with the number of files: 0 is
 * constant, 1 is linear. `npm run bench -- growth 1000 1000000` chooses the sizes.
 */
export async function benchGrowth(parts: readonly string[]): Promise<object[]> {
  const chosen = parts.map(Number).filter((size) => size > 0);
  const sizes = chosen.length > 0 ? chosen : SIZES;
  const figures = new Map<string, number[]>();
  for (const files of sizes)
    for (const [name, ms] of Object.entries(await measureSize(files)))
      figures.set(name, [...(figures.get(name) ?? []), ms]);
  return Array.from(figures, ([call, values]) => toRow(call, sizes, values));
}

function toRow(call: string, sizes: readonly number[], values: readonly number[]): object {
  const exponent = exponentOf(sizes, values);
  const target = TARGETS[call];
  return {
    call,
    ...Object.fromEntries(
      sizes.map((size, nth) => [`${size} files, ms`, Number(values[nth]?.toPrecision(3))]),
    ),
    exponent: Number(exponent.toFixed(2)),
    ...(target !== undefined && { target: `<= ${target}`, met: exponent <= target }),
  };
}

/** The slope of the line through the logarithms, by least squares. */
function exponentOf(sizes: readonly number[], values: readonly number[]): number {
  const points = sizes.map((size, nth) => ({ x: Math.log(size), y: Math.log(values[nth] ?? Number.NaN) }));
  const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const covariance = mean(points.map((point) => (point.x - x) * (point.y - y)));
  return covariance / mean(points.map((point) => (point.x - x) ** 2));
}

function measureSize(files: number): Promise<Record<string, number>> {
  return withTemporaryDirectory(async (dataDir) => {
    const filled = await fillScaledDatabase(dataDir, { files, maxPassages: MAX_PASSAGES });
    const folder = await withDatabase(dataDir, (db) => insertFolder(db, filled.ownerId));
    return withServer(startBenchServer(dataDir), (server) =>
      withDatabase(dataDir, (db) => measureServer(server, { db, filled, folder })),
    );
  });
}

interface MeasuredFolder {
  readonly id: number;
  readonly fileId: number;
}

/** Adds a folder with files to the first room. */
async function insertFolder(db: Database, owner_id: number): Promise<MeasuredFolder> {
  const created_at = Date.now();
  const { id } = await db
    .insertInto('folders')
    .values({ name: 'Measured', parent_id: FIRST_ROOM_ID, owner_id, created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const keys = Array.from({ length: FILES_IN_FOLDER }, () => randomBytes(32).toString('hex'));
  const blobs = keys.map((key) => ({ key, size: 1, sha256: key, wrapped_key: Buffer.alloc(60), created_at }));
  await db.insertInto('blobs').values(blobs).execute();
  const files = keys.map((blob_key, nth) => ({
    ...{ name: `Measured ${nth}.pdf`, file_type: 'pdf', size: 1, allow_download: 1 as const },
    ...{ folder_id: id, owner_id, blob_key, created_at, index_status: 'indexed' as const },
  }));
  const [first] = await db.insertInto('files').values(files).returning('id').execute();
  await db.deleteFrom('index_changes').execute();
  return { id, fileId: first?.id ?? 0 };
}

interface Installation {
  readonly db: Database;
  readonly filled: ScaledDatabase;
  readonly folder: MeasuredFolder;
}

async function measureServer(
  server: BenchServer,
  installation: Installation,
): Promise<Record<string, number>> {
  const { filled, folder } = installation;
  const figures: Record<string, number> = { start: (await server.usage()).processorMs };
  const reader = createHttpClient(server.origin, filled.reader);
  const question = `/api/search?query=${encodeURIComponent(createContractText(3).question())}`;
  figures['start of the index, with the first question'] = await measureCpuTime(server, 1, () =>
    reader.get(question),
  );
  const beginning = encodeURIComponent(createContractText(1).title().slice(0, TYPED_LETTERS));
  const calls: Record<string, () => Promise<unknown>> = {
    'list of 100 files': () => reader.get(`/api/files?folderId=${folder.id}`),
    'details of a file': () => reader.get(`/api/files/${folder.fileId}`),
    suggestion: () => reader.get(`/api/search/suggestions?query=${beginning}`),
    'a right withdrawn or given, and the next list': createPermissionChange(server, installation),
    'folders of an opened folder': () => reader.get(`/api/folders?parentId=${FIRST_ROOM_ID}`),
    'move of a folder': createMove(server, filled),
  };
  for (const [call, work] of Object.entries(calls)) figures[call] = await measureCall(server, work);
  reader.close();
  return figures;
}

/** The median of rounds, after calls that warm up. */
async function measureCall(server: BenchServer, work: () => Promise<unknown>): Promise<number> {
  for (let call = 0; call < CALLS; call += 1) await work();
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureCpuTime(server, CALLS, work));
  return median(rounds);
}

/** Withdraws and grants access to the first room; the reader's next list must show it. */
function createPermissionChange(server: BenchServer, { db, filled, folder }: Installation) {
  let isGranted = true;
  return async () => {
    if (isGranted)
      await db
        .deleteFrom('collaborators')
        .where('folder_id', '=', FIRST_ROOM_ID)
        .where('user_id', '=', filled.readerId)
        .execute();
    else
      await db
        .insertInto('collaborators')
        .values({ folder_id: FIRST_ROOM_ID, user_id: filled.readerId, created_at: Date.now() })
        .execute();
    isGranted = !isGranted;
    const response = await fetch(`${server.origin}/api/files?folderId=${folder.id}`, {
      headers: { cookie: filled.reader },
    });
    await response.arrayBuffer();
    if (response.ok !== isGranted) throw new Error('The list does not show the change of access');
  };
}

/** Moves a folder with a tenth of a room's files into its neighbor and back. */
function createMove(server: BenchServer, { owner, parentId }: ScaledDatabase) {
  let isMoved = false;
  return async () => {
    isMoved = !isMoved;
    const response = await fetch(`${server.origin}/api/folders/${parentId}`, {
      method: 'PATCH',
      headers: { cookie: owner, 'content-type': 'application/json' },
      body: JSON.stringify({ parentId: isMoved ? parentId + 1 : FIRST_ROOM_ID }),
    });
    if (response.status !== 200) throw new Error(`The folder was not moved: ${await response.text()}`);
    await response.arrayBuffer();
  };
}

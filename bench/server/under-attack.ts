import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { hashPassword } from '#server/authorization/passwords/password-hashing.ts';
import { withDatabase } from '../fixtures/database.ts';
import { type FilledDatabase, fillDatabase } from '../fixtures/filled-database.ts';
import { insertUser } from '../fixtures/users.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import { type Figure, percentile } from '../harness/figures.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { MEGABYTES, uploadHundredMegabytes } from '../harness/hundred-megabytes.ts';

const SIGN_INS = 400;
const PHASE_MS = 10_000;
const PASSWORD = 'correct horse battery staple';
const MAX_RATIO = 2;

/** Measures a list of 1,000 files and a download while 400 connections sign in without a pause. */
export function benchUnderAttack(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const database = await fillDatabase(dataDir);
    const hash = await hashPassword(PASSWORD);
    await withDatabase(dataDir, async (db) => {
      for (let account = 0; account < SIGN_INS; account += 1)
        await insertUser(db, `signing-in-${account}`, 0, hash);
      const setting = { name: 'maxUploadSizeMB', value: String(2 * MEGABYTES) };
      await db.insertInto('system_settings').values(setting).execute();
    });
    const starting = startBenchServer(dataDir, { UPLOAD_CEILING_MB: String(2 * MEGABYTES) });
    return withServer(starting, ({ origin }) => measure(origin, database));
  });
}

async function measure(origin: string, { owner, largestFolderId }: FilledDatabase): Promise<Figure[]> {
  const download = `/api/files/${await uploadHundredMegabytes(origin, owner)}/download`;
  const list = `/api/files?folderId=${largestFolderId}`;
  await measurePhase(origin, owner, list, download);
  const quiet = await measurePhase(origin, owner, list, download);
  const attack = startSignIns(origin);
  const attacked = await measurePhase(origin, owner, list, download);
  const statuses = await attack.stop();
  const share = { atMost: MAX_RATIO };
  return [
    { name: 'p95 of a list of 1,000 files, quiet', value: quiet.listMs, unit: 'ms' },
    { name: 'p95 of a list of 1,000 files, during 400 sign-ins', value: attacked.listMs, unit: 'ms' },
    {
      name: 'ratio of the list',
      value: attacked.listMs / quiet.listMs,
      unit: 'times',
      target: share,
    },
    { name: 'download, quiet', value: quiet.megabytesPerSecond, unit: 'MB/s' },
    { name: 'download, during 400 sign-ins', value: attacked.megabytesPerSecond, unit: 'MB/s' },
    {
      name: 'ratio of the download',
      value: quiet.megabytesPerSecond / attacked.megabytesPerSecond,
      unit: 'times',
      target: share,
    },
    ...[200, 503].map(
      (status): Figure => ({
        name: `sign-ins answered ${status}`,
        value: ((statuses.get(status) ?? 0) * 1000) / PHASE_MS,
        unit: 'calls/s',
      }),
    ),
  ];
}

/** Requests lists and downloads at the same time, each over one connection, as a user would see them. */
async function measurePhase(origin: string, cookie: string, list: string, download: string) {
  const end = performance.now() + PHASE_MS;
  const listTimes: number[] = [];
  let [bytes, downloadMs] = [0, 0];
  async function repeat(work: () => Promise<unknown>, record: (ms: number) => void): Promise<void> {
    for (let before = performance.now(); before < end; ) {
      await work();
      const after = performance.now();
      record(after - before);
      before = after;
    }
  }
  const [lists, downloads] = [createHttpClient(origin, cookie), createHttpClient(origin, cookie)];
  await Promise.all([
    repeat(
      () => lists.get(list),
      (ms) => listTimes.push(ms),
    ),
    repeat(
      async () => {
        bytes += await downloads.drain(download);
      },
      (ms) => {
        downloadMs += ms;
      },
    ),
  ]);
  lists.close();
  downloads.close();
  return { listMs: percentile(listTimes, 0.95), megabytesPerSecond: bytes / 1024 ** 2 / (downloadMs / 1000) };
}

/** Signs in over 400 connections, in a thread that does not delay the measured requests, until stopped. */
function startSignIns(origin: string) {
  const thread = new Worker(new URL('../harness/sign-in-flood.ts', import.meta.url), {
    workerData: { origin, connections: SIGN_INS, password: PASSWORD },
  });
  return {
    /** Returns how many answers had each status. */
    async stop(): Promise<Map<number, number>> {
      thread.postMessage('stop');
      const [statuses] = await once(thread, 'message');
      return statuses;
    },
  };
}

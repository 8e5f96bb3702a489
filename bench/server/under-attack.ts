import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { hashPassword } from '#server/authorization/passwords/password-hashing.ts';
import { withDatabase } from '../fixtures/database.ts';
import { type FilledDatabase, fillDatabase } from '../fixtures/filled-database.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import type { AttackData, AttackName } from '../harness/attacks.ts';
import {
  type BenchServer,
  startBenchServer,
  withServer,
  withTemporaryDirectory,
} from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { MEGABYTES, uploadHundredMegabytes } from '../harness/hundred-megabytes.ts';

import { describePhases, type Phase } from './attack-figures.ts';

const ACCOUNTS = 400;
const PHASE_MS = 3_000;
const ROUNDS = 5;
const PASSWORD = 'correct horse battery staple';
const ATTACKS: readonly { attack: AttackName; connections: number }[] = [
  { attack: 'wrong passwords', connections: 300 },
  { attack: 'sign-ins', connections: ACCOUNTS },
  { attack: 'slow bodies', connections: 400 },
  { attack: 'one-byte PATCHes', connections: 64 },
  { attack: 'uploads of one owner', connections: 32 },
];

/** Measures a list of 1,000 files and a download, alone and during each attack. */
export function benchUnderAttack(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const database = await fillDatabase(dataDir);
    const hash = await hashPassword(PASSWORD);
    const attacker = await withDatabase(dataDir, async (db) => {
      for (let account = 0; account < ACCOUNTS; account += 1)
        await insertUser(db, `signing-in-${account}`, 0, hash);
      for (const [name, value] of [
        ['maxUploadSizeMB', 2 * MEGABYTES],
        ['maxFilesPerFolder', 1000],
      ] as const)
        await db
          .insertInto('system_settings')
          .values({ name, value: String(value) })
          .execute();
      return createSessionCookie(db, await insertUser(db, 'attacker', 0));
    });
    const starting = startBenchServer(dataDir, { UPLOAD_CEILING_MB: String(2 * MEGABYTES) });
    return withServer(starting, (server) => measure(server, database, attacker));
  });
}

async function measure(
  server: BenchServer,
  { owner, largestFolderId }: FilledDatabase,
  attacker: string,
): Promise<Figure[]> {
  const { origin } = server;
  const download = `/api/files/${await uploadHundredMegabytes(origin, owner)}/download`;
  const list = `/api/files?folderId=${largestFolderId}`;
  const measureNow = async (): Promise<Phase> => {
    const before = await server.usage();
    const phase = await measurePhase(origin, owner, list, download);
    return { ...phase, processorMs: (await server.usage()).processorMs - before.processorMs };
  };
  await measureNow();
  const figures: Figure[] = [];
  for (const { attack, connections } of ATTACKS) {
    const attacking = startAttack({ attack, origin, connections, password: PASSWORD, cookie: attacker });
    const [quiet, attacked]: [Phase[], Phase[]] = [[], []];
    // Takes turns, because the load of the machine changes.
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(await measureNow());
      attacking.begin();
      attacked.push(await measureNow());
      await attacking.pause();
    }
    const seconds = (PHASE_MS * ROUNDS) / 1000;
    figures.push(...describePhases(attack, { quiet, attacked, seconds }, await attacking.end()));
  }
  return figures;
}

/** Requests lists and downloads at the same time, each over one connection, as a user would see them. */
async function measurePhase(
  origin: string,
  cookie: string,
  list: string,
  download: string,
): Promise<Omit<Phase, 'processorMs'>> {
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
  return { listTimes, megabytesPerSecond: bytes / 1024 ** 2 / (downloadMs / 1000) };
}

/** Attacks in rounds, in a thread that does not delay the measured requests. */
function startAttack(workerData: AttackData) {
  const thread = new Worker(new URL('../harness/attacks.ts', import.meta.url), { workerData });
  let statuses = new Map<number, number>();
  return {
    begin: () => thread.postMessage('begin'),
    async pause(): Promise<void> {
      thread.postMessage('pause');
      [statuses] = await once(thread, 'message');
    },
    /** Returns how many answers had each status; 0 counts connections that the server closed. */
    async end(): Promise<Map<number, number>> {
      await thread.terminate();
      return statuses;
    },
  };
}

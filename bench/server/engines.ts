import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createDatabase, startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { withDatabase } from '../fixtures/database.ts';
import { insertFiles } from '../fixtures/insert-files.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import {
  type BenchServer,
  startBenchServer,
  withServer,
  withTemporaryDirectory,
} from '../harness/bench-server.ts';
import { median } from '../harness/figures.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { openJsonClient } from '../harness/json-client.ts';
import { openPostgresUsage } from '../harness/postgres-usage.ts';

const ROUNDS = 3;
const CALLS = 50;
const TARGET = 1.3;
/** Compiles code and prepares statements. */
const WARM_UP_ROUNDS = 1;
const MANY_FILES = 1_000;
const FEW_FILES = 10;
/** 4 KB. */
const TEXT = 'The tenant shall pay the rent on the first day of each month. '.repeat(65);
const POLL_INTERVAL_MS = 200;

/** Compares both engines, in rounds in which their servers take turns. */
export function benchEngines(): Promise<object[]> {
  return withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres({ isOnDisk: true, isDurable: true });
    try {
      const url = await createDatabase(postgres.url, 'bench');
      const readPostgres = await openPostgresUsage(postgres.url);
      const onSqlite = await fill(join(directory, 'sqlite'));
      const onPostgres = await fill(join(directory, 'postgres'), url);
      return await withServer(startBenchServer(onSqlite.dataDir), (sqlite) =>
        withServer(startBenchServer(onPostgres.dataDir, { DATABASE_URL: url }), (server) =>
          compare(
            { server: sqlite, filled: onSqlite, readDatabase: async () => 0 },
            { server, filled: onPostgres, readDatabase: readPostgres },
          ),
        ),
      );
    } finally {
      await postgres.stop();
    }
  });
}

type Filled = Awaited<ReturnType<typeof fill>>;

async function fill(dataDir: string, databaseUrl?: string) {
  return withDatabase(
    dataDir,
    async (db) => {
      const [owner, reader] = [await insertUser(db, 'owner', 0), await insertUser(db, 'reader', 0)];
      const setting = { name: 'maxFilesPerFolder', value: String(MANY_FILES) };
      await db.insertInto('system_settings').values(setting).execute();
      const created_at = Date.now();
      for (const name of ['Many', 'Few', 'Uploads']) {
        const folder = { name, parent_id: null, owner_id: owner, created_at };
        const { id } = await db
          .insertInto('folders')
          .values(folder)
          .returning('id')
          .executeTakeFirstOrThrow();
        await db.insertInto('collaborators').values({ folder_id: id, user_id: reader, created_at }).execute();
      }
      for (let from = 0; from < MANY_FILES; from += 500) await insertFiles(db, owner, 1, from, 500);
      await insertFiles(db, owner, 2, 0, FEW_FILES);
      await db.deleteFrom('index_changes').execute();
      return {
        dataDir,
        owner: await createSessionCookie(db, owner),
        reader: await createSessionCookie(db, reader),
      };
    },
    databaseUrl,
  );
}

interface Side {
  readonly server: BenchServer;
  readonly filled: Filled;
  /** Processor time of the processes of the database. */
  readDatabase(): Promise<number>;
}

interface Measured {
  readonly p50: number;
  readonly server: number;
  readonly database: number;
}

async function compare(sqlite: Side, postgres: Side): Promise<object[]> {
  const works = { sqlite: await listWorks(sqlite), postgres: await listWorks(postgres) };
  const rows: object[] = [];
  for (const [nth, { name }] of works.sqlite.entries()) {
    const measured = { sqlite: [] as Measured[], postgres: [] as Measured[] };
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1)
      for (const [engine, side] of [
        ['sqlite', sqlite],
        ['postgres', postgres],
      ] as const) {
        const work = works[engine][nth];
        const result = work && (await measureCalls(side, work.call));
        if (result && round >= 0) measured[engine].push(result);
      }
    rows.push(...toRows(name, measured));
  }
  return rows;
}

function toRows(call: string, { sqlite, postgres }: Record<'sqlite' | 'postgres', Measured[]>): object[] {
  const row = (what: string, ofSqlite: number, ofPostgres: number): object => ({
    call: `${call}: ${what}`,
    'SQLite, ms': Number(ofSqlite.toPrecision(3)),
    'PostgreSQL, ms': Number(ofPostgres.toPrecision(3)),
    ratio: Number((ofPostgres / ofSqlite).toFixed(2)),
    target: `<= ${TARGET}`,
    met: ofPostgres / ofSqlite <= TARGET,
  });
  const of = (all: readonly Measured[], value: (one: Measured) => number) => median(all.map(value));
  return [
    row(
      'time, p50',
      of(sqlite, ({ p50 }) => p50),
      of(postgres, ({ p50 }) => p50),
    ),
    row(
      'processor time of the server',
      of(sqlite, ({ server }) => server),
      of(postgres, ({ server }) => server),
    ),
    row(
      'and of the database',
      of(sqlite, ({ server }) => server),
      of(postgres, ({ server, database }) => server + database),
    ),
  ];
}

async function measureCalls({ server, readDatabase }: Side, call: () => Promise<unknown>): Promise<Measured> {
  const before = { server: (await server.usage()).processorMs, database: await readDatabase() };
  const times: number[] = [];
  for (let done = 0; done < CALLS; done += 1) {
    const begun = performance.now();
    await call();
    times.push(performance.now() - begun);
  }
  // What the calls queued belongs to them.
  await settle(server);
  return {
    p50: median(times),
    server: ((await server.usage()).processorMs - before.server) / CALLS,
    database: ((await readDatabase()) - before.database) / CALLS,
  };
}

async function settle(server: BenchServer): Promise<void> {
  while ((await server.pendingWork()) > 0) await setTimeout(POLL_INTERVAL_MS);
}

async function listWorks({ server, filled }: Side) {
  const reader = createHttpClient(server.origin, filled.reader);
  const client = openJsonClient(server.origin, filled.owner);
  const folderId = 3;
  const texts: number[] = [];
  for (let nth = 0; nth < CALLS * (ROUNDS + WARM_UP_ROUNDS + 1); nth += 1)
    texts.push((await client.upload(`Text ${nth}.txt`, TEXT, { folderId })).id);
  await settle(server);
  let viewed = 0;
  let uploaded = 0;
  const bytes = randomBytes(25 * 1024).toString('hex');
  return [
    { name: `list of ${FEW_FILES} files`, call: () => reader.get('/api/files?folderId=2') },
    { name: `list of ${MANY_FILES} files`, call: () => reader.get('/api/files?folderId=1') },
    {
      name: 'first view of a text',
      call: () => {
        viewed += 1;
        return reader.get(`/api/files/${texts[viewed]}`);
      },
    },
    { name: 'the same text again', call: () => reader.get(`/api/files/${texts[1]}`) },
    {
      name: 'upload of 50 KB',
      call: () => {
        uploaded += 1;
        return client.upload(`Upload ${uploaded}.bin`, bytes, { folderId });
      },
    },
  ];
}

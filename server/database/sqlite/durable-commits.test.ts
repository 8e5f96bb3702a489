import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { markAsLosable } from '../prepared/losable-changes.ts';
import { DurableCommits, openLogOf } from './durable-commits.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

interface OpenSync {
  end(): void;
  fail(error: Error): void;
}

/** A log whose syncs end when the test ends them. */
function createHeldLog() {
  const syncs: OpenSync[] = [];
  const datasync = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    syncs.push({ end: resolve, fail: reject });
    return promise;
  };
  const log = { datasync, close: vi.fn(async () => {}) };
  const openLog = vi.fn(async () => log);
  return { syncs, log, openLog, durable: new DurableCommits(openLog) };
}

async function openHeld() {
  const { syncs, durable } = createHeldLog();
  const database = new SqliteDatabase(':memory:');
  database.exec('create table things (name text)');
  const db = new Kysely<unknown>({ dialect: createSqliteDialect({ database, durable }) });
  onTestFinished(() => void database.close());
  const insert = (name: string) => sql`insert into things (name) values (${name})`.execute(db);
  const read = async () => (await sql<{ name: string }>`select name from things`.execute(db)).rows;
  return { db, syncs, insert, read };
}

/** Lets everything run that waits for nothing but its turn. */
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));

/** Returns the names of the works that have ended. */
function watch(works: Readonly<Record<string, Promise<unknown>>>): Set<string> {
  const ended = new Set<string>();
  for (const [name, work] of Object.entries(works)) void work.then(() => ended.add(name));
  return ended;
}

test('a change, and what reads it, ends only once the log is synced', async () => {
  const { db, syncs, insert, read } = await openHeld();
  const ended = watch({
    change: insert('a'),
    transaction: db
      .transaction()
      .execute((transaction) => sql`insert into things values ('b')`.execute(transaction)),
    read: read(),
  });
  await settle();
  expect([...ended]).toEqual([]);
  expect(syncs).toHaveLength(1);
  syncs[0]?.end();
  await settle();
  // The first sync began before the transaction was committed.
  expect([...ended]).toEqual(['change']);
  syncs[1]?.end();
  await settle();
  expect([...ended].toSorted()).toEqual(['change', 'read', 'transaction']);
  expect(syncs).toHaveLength(2);
});

test('changes that arrive during a sync share the next one', async () => {
  const { syncs, insert, read } = await openHeld();
  const works = Array.from({ length: 20 }, (_, name) => insert(String(name)));
  await settle();
  syncs[0]?.end();
  await settle();
  syncs[1]?.end();
  await Promise.all(works);
  expect(syncs).toHaveLength(2);
  expect(await read()).toHaveLength(20);
  expect(syncs).toHaveLength(2);
});

test('after a failed sync nothing is answered as saved', async () => {
  const { syncs, insert, read } = await openHeld();
  const works = [insert('a'), insert('b'), read()].map((work) => expect(work).rejects.toThrow('EIO'));
  await settle();
  syncs[0]?.fail(new Error('EIO'));
  await Promise.all(works);
  await expect(insert('c')).rejects.toThrow('EIO');
  expect(syncs).toHaveLength(1);
});

test('the log of a database file is synced, and closed with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-durable-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'rooms.db');
  const database = new SqliteDatabase(file);
  database.pragma('journal_mode = WAL');
  const durable = new DurableCommits(openLogOf(file));
  const db = new Kysely<unknown>({ dialect: createSqliteDialect({ database, durable }) });
  await sql`create table things (name text)`.execute(db);
  await sql`insert into things values ('a')`.execute(db);
  expect((await sql`select name from things`.execute(db)).rows).toEqual([{ name: 'a' }]);
  await db.destroy();
  expect(database.open).toBe(false);
});

test('the log is closed once, after the sync of a change that arrived during another one', async () => {
  const { syncs, log, openLog, durable } = createHeldLog();
  durable.committed();
  const first = durable.durable();
  await settle();
  durable.committed();
  const [second, closing] = [durable.durable(), durable.close()];
  syncs[0]?.end();
  await settle();
  expect([syncs.length, log.close.mock.calls.length]).toEqual([2, 0]);
  syncs[1]?.end();
  await Promise.all([first, second, closing]);
  expect([openLog.mock.calls.length, log.close.mock.calls.length]).toEqual([1, 1]);
});

test('what changes no row needs no sync', async () => {
  const { db, syncs, read } = await openHeld();
  await sql`update things set name = 'x' where name = 'absent'`.execute(db);
  await sql`delete from things where name = 'absent' returning name`.execute(db);
  await db
    .transaction()
    .execute((transaction) => sql`delete from things where name = 'absent'`.execute(transaction));
  expect(await read()).toEqual([]);
  expect(syncs).toEqual([]);
  const changed = watch({ schema: sql`create table others (name text)`.execute(db) });
  await settle();
  expect([[...changed], syncs.length]).toEqual([[], 1]);
  syncs[0]?.end();
});

test('a change that may be lost waits for no sync, and the next one covers it', async () => {
  const { db, syncs, insert, read } = await openHeld();
  const losable = (name: string) =>
    db.executeQuery(markAsLosable(sql`insert into things (name) values (${name})`.compile(db)));
  await losable('a');
  expect(await read()).toEqual([{ name: 'a' }]);
  expect(syncs).toEqual([]);
  const ended = watch({
    change: insert('b'),
    // Begun after a change that must be durable, which it has seen.
    losable: losable('c'),
    both: db.transaction().execute(async (transaction) => {
      await transaction.executeQuery(markAsLosable(sql`delete from things`.compile(transaction)));
      await sql`insert into things values ('d')`.execute(transaction);
    }),
  });
  await settle();
  expect([...ended]).toEqual([]);
  syncs[0]?.end();
  await settle();
  expect([...ended].toSorted()).toEqual(['change', 'losable']);
  syncs[1]?.end();
  await settle();
  expect([...ended]).toContain('both');
  expect(syncs).toHaveLength(2);
});

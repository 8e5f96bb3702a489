import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DurableCommits, openLogOf } from './durable-commits.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

let database: SqliteDatabase.Database;
let db: Kysely<unknown>;

beforeEach(async () => {
  database = new SqliteDatabase(':memory:');
  db = new Kysely({ dialect: createSqliteDialect({ database }) });
  await sql`create table things (id integer primary key, name text)`.execute(db);
});

afterEach(() => db.destroy());

const insert = (name: string) => sql`insert into things (name) values (${name})`.execute(db);
const readAll = async () => (await sql`select * from things order by id`.execute(db)).rows;

test('a repeated query is not prepared again and returns current rows', async () => {
  await insert('a');
  expect(await readAll()).toEqual([{ id: 1, name: 'a' }]);
  const prepare = vi.spyOn(database, 'prepare');
  await insert('b');
  expect(await readAll()).toEqual([
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ]);
  expect(prepare).not.toHaveBeenCalled();
});

test('no parameter is written bare, for which SQLite would prepare the statement at each run', async () => {
  const find = sql`select id from things where name = ${'a'} and id in (${sql.join([1, 2])}) limit ${1}`;
  expect(find.compile(db).sql).toBe('select id from things where name = +? and id in (+?, +?) limit +?');
  await insert('a');
  expect((await find.execute(db)).rows).toEqual([{ id: 1 }]);
});

test('a parameter keeps its type and value', async () => {
  await sql`create table untyped (value)`.execute(db);
  const values = [1, 1.5, -(2 ** 52), '1', '', null, Buffer.from([0, 255])];
  await sql`insert into untyped values ${sql.join(values.map((value) => sql`(${value})`))}`.execute(db);
  const { rows } = await sql`select value, typeof(value) as type from untyped order by rowid`.execute(db);
  const types = ['real', 'real', 'real', 'text', 'text', 'null', 'blob'];
  expect(rows).toEqual(values.map((value, index) => ({ value, type: types[index] })));
  await insert('a');
  expect((await sql`select id from things where id = ${'1'}`.execute(db)).rows).toEqual([{ id: 1 }]);
});

test('a cached query returns a column that was added later', async () => {
  await insert('a');
  await readAll();
  await sql`alter table things add column size integer default 7`.execute(db);
  expect(await readAll()).toEqual([{ id: 1, name: 'a', size: 7 }]);
});

test('a failed query can be run again', async () => {
  const insertFirst = () => sql`insert into things (id) values (${1})`.execute(db);
  await insertFirst();
  await expect(insertFirst()).rejects.toThrow('UNIQUE');
  await sql`delete from things`.execute(db);
  await insertFirst();
  expect(await readAll()).toEqual([{ id: 1, name: null }]);
});

test('the statement cache keeps a limited number of recent queries', async () => {
  const prepare = vi.spyOn(database, 'prepare');
  const ask = (number: number) => sql`select ${sql.lit(number)} as number`.execute(db);
  for (let number = 0; number < 600; number += 1) {
    await ask(number);
    await ask(0);
  }
  expect(prepare).toHaveBeenCalledTimes(600);
  await ask(1);
  expect(prepare).toHaveBeenCalledTimes(601);
});

test('a query with a long list of parameters is not cached', async () => {
  const prepare = vi.spyOn(database, 'prepare');
  const many = Array.from({ length: 300 }, (_, id) => id);
  const ask = () => sql`select id from things where id in (${sql.join(many)})`.execute(db);
  await ask();
  await ask();
  expect(prepare).toHaveBeenCalledTimes(2);
});

test('other work runs between statements that together take long, also inside a transaction', async () => {
  database.function('work', { deterministic: false }, () => {
    const end = performance.now() + 25;
    while (performance.now() < end);
    return 1;
  });
  let turns = 0;
  const countTurn = (): void => {
    turns += 1;
    timer = setTimeout(countTurn, 0);
  };
  let timer = setTimeout(countTurn, 0);
  await db.transaction().execute(async (transaction) => {
    for (let count = 0; count < 10; count += 1) await sql`select work()`.execute(transaction);
  });
  clearTimeout(timer);
  expect(turns).toBeGreaterThanOrEqual(8);
});

test('the commit of a long transaction leaves it to the next commit to copy the log into the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-dialect-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'things.db');
  const logged = new SqliteDatabase(file);
  logged.pragma('journal_mode = WAL');
  const durable = new DurableCommits(openLogOf(file));
  const opened = new Kysely<unknown>({ dialect: createSqliteDialect({ database: logged, durable }) });
  onTestFinished(() => opened.destroy());
  logged.function('work', { deterministic: false }, () => {
    const end = performance.now() + 10;
    while (performance.now() < end);
    return 1;
  });
  await sql`create table blobs (bytes blob)`.execute(opened);
  const sizeOf = async () => (await stat(file)).size;
  const fill = (within: Kysely<unknown>) => sql`insert into blobs values (zeroblob(8000000))`.execute(within);
  await opened.transaction().execute(async (transaction) => {
    await sql`select work()`.execute(transaction);
    await fill(transaction);
  });
  expect(await sizeOf()).toBeLessThan(8_000_000);
  await sql`insert into blobs values (x'00')`.execute(opened);
  expect(await sizeOf()).toBeGreaterThan(8_000_000);
  // A short one still copies its own changes.
  await fill(opened);
  expect(await sizeOf()).toBeGreaterThan(16_000_000);
});

test('after SQLite rolled a transaction back, nothing more of it is saved', async () => {
  const fill = (bytes: number) => sql`insert into things (name) values (hex(zeroblob(${bytes})))`.execute(db);
  const work = db.transaction().execute(async (transaction) => {
    await sql`insert into things (name) values ('before')`.execute(transaction);
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(transaction);
    database.pragma(`max_page_count = ${rows[0]?.page_count}`);
    const failing = sql`insert into things (name) values (hex(zeroblob(100000)))`.execute(transaction);
    await expect(failing).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect(database.inTransaction).toBe(false);
    // As work does that takes the failure for one of that statement alone.
    await sql`insert into things (name) values ('after')`.execute(transaction);
  });
  await expect(work).rejects.toMatchObject({ cause: { code: 'SQLITE_FULL' } });
  expect(await readAll()).toEqual([]);
  database.pragma('max_page_count = 1000000');
  await fill(10);
  expect(await readAll()).toHaveLength(1);
});

test('a change of the schema is rolled back with its transaction', async () => {
  const work = db.transaction().execute(async (transaction) => {
    await sql`create table others (id integer)`.execute(transaction);
    throw new Error('interrupted');
  });
  await expect(work).rejects.toThrow('interrupted');
  expect(db.getExecutor().adapter.supportsTransactionalDdl).toBe(true);
  expect((await sql`select name from sqlite_schema where name = 'others'`.execute(db)).rows).toEqual([]);
});

/** Opens a file as the server and a command beside it do. */
async function openTwice() {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-dialect-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const open = (options = {}) => {
    const database = new SqliteDatabase(join(folder, 'things.db'), { timeout: 0, ...options });
    onTestFinished(() => void database.close());
    return database;
  };
  const server = open();
  server.pragma('journal_mode = WAL');
  server.exec('create table things (id integer primary key, name text)');
  return {
    command: open(),
    server: new Kysely({ dialect: createSqliteDialect({ database: server }) }),
    open,
  };
}

test('a transaction that reads first does not fail because a command writes meanwhile', async () => {
  const { command, server } = await openTwice();
  const add = () => command.exec("insert into things (name) values ('of the command')");
  await server.transaction().execute(async (db) => {
    await sql`select * from things`.execute(db);
    expect(add).toThrow('database is locked');
    await sql`insert into things (name) values ('of the server')`.execute(db);
  });
  add();
  expect((await sql`select name from things order by id`.execute(server)).rows).toEqual([
    { name: 'of the server' },
    { name: 'of the command' },
  ]);
});

test('a transaction of a reader keeps nobody from writing', async () => {
  const { command, open } = await openTwice();
  const reader = new Kysely({ dialect: createSqliteDialect({ database: open({ readonly: true }) }) });
  await reader.transaction().execute(async (db) => {
    await sql`select * from things`.execute(db);
    command.exec("insert into things (name) values ('of the command')");
    expect((await sql`select * from things`.execute(db)).rows).toEqual([]);
  });
});

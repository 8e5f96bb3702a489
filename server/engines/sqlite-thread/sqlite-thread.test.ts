import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { openSqliteThread, type SqliteThread } from './sqlite-thread.ts';

/** Takes about a second. */
const LONG =
  'with recursive n(i) as (select 0 union all select i + 1 from n where i < 5000000) select count(*) as rows from n';

let folder: string;
let writer: SqliteDatabase.Database;
let reader: SqliteThread;

beforeEach(async () => {
  folder = await mkdtemp(join(temporaryFolder(), 'muniment-reader-'));
  const file = join(folder, 'test.db');
  writer = new SqliteDatabase(file);
  writer.pragma('journal_mode = WAL');
  writer.exec("create table notes (id integer primary key, text); insert into notes (text) values ('first')");
  reader = openSqliteThread(file);
});

afterEach(async () => {
  await reader.close();
  writer.close();
  await rm(folder, { recursive: true });
});

const readTexts = () => reader.run('select text from notes where id > ? order by id', [0]);

describe('a reader', () => {
  test('returns rows, and sees what is committed alone', async () => {
    expect(await readTexts()).toEqual([{ text: 'first' }]);
    writer.exec("begin; insert into notes (text) values ('second')");
    expect(await readTexts()).toEqual([{ text: 'first' }]);
    writer.exec('commit');
    expect(await readTexts()).toEqual([{ text: 'first' }, { text: 'second' }]);
  });

  test('returns a column that was added since a statement ran first', async () => {
    const readAll = () => reader.run('select * from notes', []);
    expect(await readAll()).toEqual([{ id: 1, text: 'first' }]);
    writer.exec("alter table notes add column author text default 'me'");
    expect(await readAll()).toEqual([{ id: 1, text: 'first', author: 'me' }]);
  });

  test('lets other work of the process run during a long statement', async () => {
    let isRunning = true;
    const rows = reader.run(LONG, []).finally(() => {
      isRunning = false;
    });
    let turns = 0;
    for (; isRunning; turns += 1) await setImmediate();
    expect(await rows).toEqual([{ rows: 5_000_001 }]);
    expect(turns).toBeGreaterThan(100);
  });

  test('does not keep the writer waiting', async () => {
    const rows = reader.run(LONG, []);
    writer.exec("insert into notes (text) values ('meanwhile')");
    expect(await rows).toHaveLength(1);
    expect(await readTexts()).toHaveLength(2);
  });

  test('refuses to write', async () => {
    const refused = reader.run("insert into notes (text) values ('third') returning id", []);
    await expect(refused).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
    expect(writer.prepare('select count(*) as n from notes').get()).toEqual({ n: 1 });
  });

  test('reports a statement that fails, and goes on', async () => {
    await expect(reader.run('select * from missing', [])).rejects.toThrow('no such table: missing');
    expect(await readTexts()).toHaveLength(1);
  });

  test('rejects what has not ended when it is closed, and everything after', async () => {
    const rejected = expect(reader.run(LONG, [])).rejects.toThrow('stopped');
    await reader.close();
    await rejected;
    await expect(readTexts()).rejects.toThrow('closed');
  });
});

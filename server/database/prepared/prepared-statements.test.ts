import { type Kysely, sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase, dropDatabase } from '#server/testing/postgres/postgres-server.ts';
import { openDatabase } from '../open-database.ts';

/** Opens a database with the table `files (id)` and one connection. */
async function openOneConnection() {
  const server = inject('postgresUrl');
  const name = `prepared_${crypto.randomUUID().replaceAll('-', '')}`;
  const limits = { maxConnections: 1, statementTimeoutMs: 30_000 };
  const url = await createDatabase(server, name);
  const { db: opened } = openDatabase({ engine: 'postgres', url }, limits);
  onTestFinished(() => dropDatabase(server, name));
  onTestFinished(() => opened.destroy());
  const db = opened as unknown as Kysely<{ items: { id: number; name: string | null } }>; // a schema of the test
  await sql`create table items (id integer primary key)`.execute(db);
  await sql`insert into items values (7)`.execute(db);
  return db;
}

async function listPrepared(db: Kysely<{ items: { id: number; name: string | null } }>): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like ${'%"items"%'}`.execute(db);
  return rows.map(({ statement }) => statement);
}

describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres')('prepared statements', () => {
  test('a statement that a connection repeats is prepared, and one with all columns is not', async () => {
    const db = await openOneConnection();
    const byId = (id: number) => db.selectFrom('items').select('id').where('id', '=', id).execute();
    const all = () => db.selectFrom('items').selectAll().where('id', '=', 7).execute();
    expect(await byId(7)).toEqual([{ id: 7 }]);
    expect(await listPrepared(db)).toEqual([]);
    expect(await byId(7)).toEqual([{ id: 7 }]);
    expect(await byId(8)).toEqual([]);
    for (let count = 0; count < 8; count += 1) expect(await all()).toEqual([{ id: 7 }]);
    expect(await listPrepared(db)).toEqual(['select "id" from "items" where "id" = $1']);
  });

  test('statements work while another node adds a column', async () => {
    const db = await openOneConnection();
    const byId = () => db.selectFrom('items').select('id').where('id', '=', 7).execute();
    const all = () => db.selectFrom('items').selectAll().where('id', '=', 7).execute();
    const subquery = () =>
      sql`with found as (select * from items where id = ${7}) select id from found`.execute(db);
    for (let count = 0; count < 8; count += 1) await Promise.all([byId(), all(), subquery()]);
    await sql`alter table items add column name text`.execute(db);
    expect(await byId()).toEqual([{ id: 7 }]);
    expect(await all()).toEqual([{ id: 7, name: null }]);
    expect((await subquery()).rows).toEqual([{ id: 7 }]);
  });

  test('a statement with all columns only in a subquery is prepared, and works while another node adds a column', async () => {
    const db = await openOneConnection();
    const inner = sql`select found.id from (select * from "items" where id = ${7}) as found`;
    const common = sql`with found as (select * from "items" where id = ${7}) select ')' as mark, (select count(*)::int from found) as total`;
    const outer = [
      sql`with found as (select * from "items" where id = ${7}) select * from found`,
      sql`with found as (select * from "items" where id = ${7}) (select * from found)`,
      sql`select found.* from "items" as found where id = ${7}`,
      sql`update "items" set id = id where id = ${7} returning *`,
    ];
    const run = () => Promise.all([inner, common, ...outer].map((statement) => statement.execute(db)));
    for (let count = 0; count < 8; count += 1) await run();
    const prepared = await listPrepared(db);
    expect(prepared.map((statement) => statement.slice(0, 20)).sort()).toEqual([
      'select found.id from',
      'with found as (selec',
    ]);
    await sql`alter table items add column name text`.execute(db);
    expect((await run()).map(({ rows }) => rows)).toEqual([
      [{ id: 7 }],
      [{ mark: ')', total: 1 }],
      ...outer.map(() => [{ id: 7, name: null }]),
    ]);
  });

  test('a failed statement can be repeated, also after a transaction that was rolled back', async () => {
    const db = await openOneConnection();
    const insert = (id: number) => sql`insert into items (id) values (${id})`.execute(db);
    await insert(1);
    for (let count = 0; count < 3; count += 1) await expect(insert(1)).rejects.toThrow('duplicate key');
    await insert(2);
    const rolledBack = db.transaction().execute(async (transaction) => {
      await sql`insert into items (id) values (${3})`.execute(transaction);
      await sql`insert into items (id) values (${1})`.execute(transaction);
    });
    await expect(rolledBack).rejects.toThrow('duplicate key');
    await insert(3);
    expect(await db.selectFrom('items').select('id').orderBy('id').execute()).toHaveLength(4);
  });
});

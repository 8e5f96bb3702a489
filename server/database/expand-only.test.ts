import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase, dropDatabase } from '#server/testing/postgres/postgres-server.ts';
import { listBackupTables } from './backup/backup-tables.ts';
import { deleteSeedRows, insertRows, withDeferredForeignKeys } from './backup/restore-rows.ts';
import type { Row } from './backup/snapshot-rows.ts';
import type { DatabaseEngine } from './database-engine.ts';
import { listMigrations, migrate } from './migrate.ts';
import { type Database, openDatabase } from './open-database.ts';
import { extractReleaseFixture } from './testing/release-fixture.ts';

const isPostgres = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres';

async function openEmptyDatabase(): Promise<{ db: Database; engine: DatabaseEngine }> {
  if (!isPostgres) {
    const opened = openDatabase({ engine: 'sqlite', file: ':memory:' });
    onTestFinished(() => opened.db.destroy());
    return opened;
  }
  const server = inject('postgresUrl');
  const name = `expand_${crypto.randomUUID().replaceAll('-', '')}`;
  const opened = openDatabase({ engine: 'postgres', url: await createDatabase(server, name) });
  onTestFinished(async () => {
    await opened.db.destroy();
    await dropDatabase(server, name);
  });
  return opened;
}

interface Column {
  readonly type: string;
  readonly isNullable: boolean;
  /** An insert that does not name the column is accepted. */
  readonly isOptional: boolean;
}

/** Reads the columns by `table.column`. */
async function readColumns(db: Database): Promise<ReadonlyMap<string, Column>> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.flatMap(({ name: table, columns }) =>
      columns.map(({ name, dataType, isNullable, hasDefaultValue, isAutoIncrementing }) => [
        `${table}.${name}`,
        { type: dataType, isNullable, isOptional: isNullable || hasDefaultValue || isAutoIncrementing },
      ]),
    ),
  );
}

const tableOf = (column: string): string => column.slice(0, column.indexOf('.'));

/** Describes what a version that knows the columns before can no longer do with those after. */
function listObstacles(before: ReadonlyMap<string, Column>, after: ReadonlyMap<string, Column>): string[] {
  const known = new Set([...before.keys()].map(tableOf));
  const changed = [...before].flatMap(([name, column]) => {
    const now = after.get(name);
    if (!now) return [`${name} is removed`];
    if (now.type !== column.type) return [`${name} changes from ${column.type} to ${now.type}`];
    return column.isNullable && !now.isNullable ? [`${name} no longer accepts null`] : [];
  });
  const required = [...after].flatMap(([name, { isOptional }]) =>
    !before.has(name) && known.has(tableOf(name)) && !isOptional ? [`${name} is new and has no default`] : [],
  );
  return [...changed, ...required];
}

test('every migration leaves the version before it what it reads, and accepts what it writes', {
  // Reading the columns of all tables after each migration takes PostgreSQL half a minute.
  tags: isPostgres ? ['full'] : [],
}, async () => {
  const { db, engine } = await openEmptyDatabase();
  const obstacles: Record<string, string[]> = {};
  let before: ReadonlyMap<string, Column> = new Map();
  for (const { name } of await listMigrations(db, engine)) {
    await migrate(db, engine, name);
    const after = await readColumns(db);
    const found = listObstacles(before, after);
    if (found.length > 0) obstacles[name] = found;
    before = after;
  }
  expect(before.size).toBeGreaterThan(500);
  expect(obstacles).toEqual({});
});

/** Reads the rows of the kept database of version 0.1.0 by table, without those that every database begins with. */
async function readReleasedRows(): Promise<ReadonlyMap<string, readonly Row[]>> {
  const directory = await mkdtemp(join(tmpdir(), 'muniment-fixture-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await extractReleaseFixture('0.1.0', directory);
  const { db, engine } = openDatabase({ engine: 'sqlite', file: join(directory, 'muniment.db') });
  const rows = new Map<string, readonly Row[]>();
  for (const table of (await listBackupTables(db, engine)).keys())
    rows.set(table, (await sql<Row>`select * from ${sql.table(table)}`.execute(db)).rows);
  await db.destroy();
  return rows;
}

/** Columns that PostgreSQL assigns itself. */
const ASSIGNED = ['id', 'position'];

/** Tables from which no version deletes, or whose rows no version changes. */
const APPEND_ONLY = ['audit_log', 'audit_head', 'index_feed'];

test('a database of this version accepts the rows of version 0.1.0, their changes and their deletion', async () => {
  const released = await readReleasedRows();
  const filled = [...released].filter(([, rows]) => rows.length > 0).map(([table]) => table);
  expect(filled).toEqual(
    expect.arrayContaining(['users', 'folders', 'files', 'collaborators', 'invitations']),
  );
  const { db, engine } = await openEmptyDatabase();
  await migrate(db, engine);
  const tables = await listBackupTables(db, engine);
  await withDeferredForeignKeys(db, engine, async (db) => {
    await deleteSeedRows(db, tables);
    for (const [table, rows] of released) await insertRows(db, engine, table, rows);
  });
  await withDeferredForeignKeys(db, engine, async (db) => {
    for (const [table, rows] of released) {
      if (APPEND_ONLY.includes(table)) continue;
      // Each column is written with its own value: triggers run, and nothing else changes.
      const columns = Object.keys(rows[0] ?? {}).filter((column) => !ASSIGNED.includes(column));
      for (const column of columns)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`.execute(db);
    }
  });
  for (const [table, rows] of released) {
    const { count } = await db
      .selectFrom(sql<Row>`${sql.table(table)}`.as('rows'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect([table, Number(count) >= rows.length]).toEqual([table, true]);
  }
  await withDeferredForeignKeys(db, engine, async (db) => {
    for (const table of filled.toReversed())
      if (!APPEND_ONLY.includes(table)) await sql`delete from ${sql.table(table)}`.execute(db);
  });
  expect(await db.selectFrom('files').selectAll().execute()).toEqual([]);
});

interface Reference {
  readonly from: string;
  readonly to: string;
}

test('no table in a backup refers to one that is left out, since its rows would belong to nothing', async () => {
  const { db, engine } = await openEmptyDatabase();
  await migrate(db, engine);
  const tables = await listBackupTables(db, engine);
  const references = isPostgres
    ? sql<Reference>`select source.relname as "from", target.relname as "to" from pg_constraint constraints
        join pg_class source on source.oid = constraints.conrelid
        join pg_class target on target.oid = constraints.confrelid
        where constraints.contype = 'f' and constraints.connamespace = current_schema()::regnamespace`
    : sql<Reference>`select m.name as "from", keys."table" as "to"
        from sqlite_schema m join pragma_foreign_key_list(m.name) keys where m.type = 'table'`;
  const { rows } = await references.execute(db);
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ from, to }) => tables.has(from) && !tables.has(to))).toEqual([]);
});

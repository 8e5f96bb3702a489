import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { listLaterMigrations, migrate } from './migrate.ts';
import { type Database, openDatabase } from './open-database.ts';

/** Later than the migrations before it, whose times Kysely moves apart by a millisecond each. */
const HOUR_MS = 60 * 60 * 1000;

/** A database that a later version has migrated, as this one sees it. */
async function openLaterDatabase(): Promise<Database> {
  const { db, engine } = openDatabase({ engine: 'sqlite', file: ':memory:' });
  onTestFinished(() => db.destroy());
  await migrate(db, engine);
  await sql`alter table folders add column colour text`.execute(db);
  await sql`insert into kysely_migration (name, timestamp)
    values ('9998-folder-colours', ${new Date(Date.now() + HOUR_MS).toISOString()})`.execute(db);
  return db;
}

test('a version starts on a schema that a later version has extended', async () => {
  const db = await openLaterDatabase();
  await migrate(db, 'sqlite');
  expect(await listLaterMigrations(db, 'sqlite')).toEqual(['9998-folder-colours']);
});

test('a version refuses a schema from which a later version has removed what it needs', async () => {
  const db = await openLaterDatabase();
  const setMinimum = (value: string) =>
    db
      .insertInto('installation_properties')
      .values({ name: 'minimum-migration', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  await setMinimum('0001-initial');
  await migrate(db, 'sqlite');
  await setMinimum('9997-new-folders');
  await expect(migrate(db, 'sqlite')).rejects.toThrow('Install the later version');
});

test('a database of this version has no later migrations', async () => {
  const { db, engine } = openDatabase({ engine: 'sqlite', file: ':memory:' });
  onTestFinished(() => db.destroy());
  expect(await listLaterMigrations(db, engine)).toEqual([]);
  await migrate(db, engine);
  expect(await listLaterMigrations(db, engine)).toEqual([]);
});

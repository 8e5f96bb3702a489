import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';
import { HISTORY_TABLES, historyOf, NO_END } from './history-tables.ts';
import { createPostgresTriggers, POSTGRES_NOW } from './postgres-triggers.ts';
import { createSqliteTriggers, SQLITE_NOW } from './sqlite-triggers.ts';
import { insertPresent } from './trigger-parts.ts';

/**
 * Adds the history of rights, which begins now. Triggers write it in the transaction of each change, whichever part of the
 * program makes it, so that changes by nodes of an earlier version are in it too.
 */
export async function addRightsHistory(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createIndex } = createSchemaBuilder(db, engine);
  const now = engine === 'postgres' ? POSTGRES_NOW : SQLITE_NOW;
  // One instant for all tables: a history that begins in pieces would be wrong in between.
  await sql
    .raw(
      `insert into installation_properties (name, value) select 'rights-history-since', cast(${now} as text)`,
    )
    .execute(db);
  const since = `(select cast(value as bigint) from installation_properties where name = 'rights-history-since')`;
  for (const table of HISTORY_TABLES) {
    const history = historyOf(table);
    let builder = create(history);
    for (const [column, type] of Object.entries(table.columns)) builder = builder.addColumn(column, type);
    await builder
      .addColumn('valid_from_at', 'bigint', required)
      .addColumn('valid_until_at', 'bigint', required)
      .execute();
    await createIndex(`${history}_by_key`, history, [...table.key, 'valid_until_at']);
    await sql.raw(insertPresent(table, { now: since, end: NO_END, engine })).execute(db);
    await (engine === 'postgres' ? createPostgresTriggers(db, table) : createSqliteTriggers(db, table));
  }
}

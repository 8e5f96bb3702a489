import { type Kysely, sql } from 'kysely';
import { GENESIS_HASH } from '../../audit/audit-chain.ts';
import { primaryKey, required, type SchemaBuilder } from './columns.ts';

/** Creates the audit log, its sealed head, and triggers that reject every update and delete of a row. */
export async function createAuditTables({ db, engine, create, createIndex }: SchemaBuilder): Promise<void> {
  await create('audit_log')
    .addColumn('position', 'bigint', primaryKey)
    .addColumn('occurred_at', 'bigint', required)
    .addColumn('actor_kind', 'text', required)
    .addColumn('actor_id', 'bigint')
    .addColumn('actor_name', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('object_kind', 'text')
    .addColumn('object_id', 'bigint')
    .addColumn('object_name', 'text')
    .addColumn('result', 'text', required)
    .addColumn('details', 'text')
    .addColumn('address', 'text', required)
    .addColumn('previous_hash', 'text', required)
    .addColumn('hash', 'text', required)
    .execute();
  const indexes = {
    actor: ['actor_kind', 'actor_id', 'position'],
    action: ['action', 'position'],
    object: ['object_kind', 'object_id', 'position'],
    name: ['actor_name', 'position'],
    time: ['occurred_at'],
    actor_and_object: ['actor_kind', 'actor_id', 'object_id', 'occurred_at'],
  };
  for (const [name, columns] of Object.entries(indexes))
    await createIndex(`audit_log_by_${name}`, 'audit_log', columns);
  await (engine === 'postgres' ? rejectChangesOnPostgres(db) : rejectChangesOnSqlite(db));

  await create('audit_head')
    .addColumn('position', 'bigint', required)
    .addColumn('hash', 'text', required)
    .addColumn('seal', 'text', required)
    .execute();
  await sql`insert into audit_head (position, hash, seal) values (0, ${GENESIS_HASH}, '')`.execute(db);
}

const REJECTION = 'the audit log is append-only';

async function rejectChangesOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const change of ['update', 'delete']) {
    await sql`create trigger ${sql.raw(`audit_log_rejects_${change}`)} before ${sql.raw(change)} on audit_log
      begin select raise(abort, ${sql.lit(REJECTION)}); end`.execute(db);
  }
}

async function rejectChangesOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function reject_audit_log_change() returns trigger language plpgsql as $$
    begin raise exception ${sql.lit(REJECTION)}; end $$`.execute(db);
  await sql`create trigger audit_log_rejects_change before update or delete or truncate on audit_log
    for each statement execute function reject_audit_log_change()`.execute(db);
}

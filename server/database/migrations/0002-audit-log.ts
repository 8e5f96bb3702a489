import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** The audit log, and the triggers by which the database itself refuses to change or remove one of its rows. */
export async function createAuditLog(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('position', 'bigint', (column) => column.primaryKey())
    .addColumn('at', 'bigint', required)
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
  const byColumn = {
    actor: ['actor_kind', 'actor_id'],
    action: ['action'],
    object: ['object_kind', 'object_id'],
  };
  for (const [name, columns] of Object.entries(byColumn)) {
    await db.schema
      .createIndex(`audit_log_by_${name}`)
      .on('audit_log')
      .columns([...columns, 'position'])
      .execute();
  }
  await sql`insert into locks (name, taken_at) values ('audit-log', 0)`.execute(db);
  await (engine === 'postgres' ? refuseOnPostgres(db) : refuseOnSqlite(db));
}

const REFUSAL = 'the audit log is only ever added to';

async function refuseOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const change of ['update', 'delete']) {
    await sql`create trigger ${sql.raw(`audit_log_refuses_${change}`)} before ${sql.raw(change)} on audit_log
      begin select raise(abort, ${sql.lit(REFUSAL)}); end`.execute(db);
  }
}

async function refuseOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_audit_change() returns trigger language plpgsql as $$
    begin raise exception ${sql.lit(REFUSAL)}; end $$`.execute(db);
  await sql`create trigger audit_log_refuses_change before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(db);
}

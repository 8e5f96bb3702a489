import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';

/** Lets entries of refused calls lose their content, while their hashes stay in the chain of the audit log. */
export async function addRemovedRefusals(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  await db.schema.alterTable('audit_log').addColumn('removed_by', 'bigint').execute();
  await sql`create index audit_log_refusals on audit_log (position)
    where action = 'call.refused' and removed_by is null`.execute(db);
  await (engine === 'sqlite' ? admitRemovalOnSqlite(db) : admitRemovalOnPostgres(db));
}

const REJECTION = 'the audit log is append-only';
/** Tells a removal of the content of a refused call, which happens once, from other changes. */
const isRemoval = sql`old.action = 'call.refused' and old.removed_by is null and new.removed_by is not null
  and new.position = old.position and new.hash = old.hash and new.previous_hash = old.previous_hash
  and new.action = old.action and new.result = old.result and new.occurred_at = old.occurred_at
  and new.details is null and new.object_name is null and new.actor_name = '' and new.address = ''`;

async function admitRemovalOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger audit_log_rejects_update`.execute(db);
  await sql`create trigger audit_log_rejects_update before update on audit_log when not (${isRemoval})
    begin select raise(abort, ${sql.lit(REJECTION)}); end`.execute(db);
}

async function admitRemovalOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger audit_log_rejects_change on audit_log`.execute(db);
  await sql`create trigger audit_log_rejects_change before delete or truncate on audit_log
    for each statement execute function reject_audit_log_change()`.execute(db);
  await sql`create trigger audit_log_rejects_update before update on audit_log
    for each row when (not (${isRemoval})) execute function reject_audit_log_change()`.execute(db);
}

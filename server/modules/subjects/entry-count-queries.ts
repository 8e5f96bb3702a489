import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { SubjectCategory } from '#shared/contracts/subjects/subjects.ts';
import { type AddressScope, idsOf } from './subject-queries.ts';

/**
 * Counts the entries of the audit log that name the person: encrypted ones, and those of earlier versions, which keep the name.
 */
export async function countAuditEntries(
  db: Database,
  scope: AddressScope,
  keyIds: readonly number[],
): Promise<SubjectCategory[]> {
  const keys = sql.join([0, ...keyIds]);
  const ids = idsOf(scope);
  const isBy = sql`((actor_kind = 'visitor' and actor_name = ${scope.emailKey})
    or (actor_kind = 'user' and actor_id in (${ids}) and actor_name <> ''))`;
  const { rows } = await sql<{ encrypted: number; old: number }>`select
      (select count(*) from audit_log where actor_key_id in (${keys}))
        + (select count(*) from audit_log where object_key_id in (${keys}) and coalesce(actor_key_id, 0) not in (${keys})) as encrypted,
      (select count(*) from audit_log where actor_key_id is null and ${isBy})
        + (select count(*) from audit_log where object_kind = 'user' and object_id in (${ids})
            and object_key_id is null and object_name <> '' and not (actor_key_id is null and ${isBy})) as old`.execute(
    db,
  );
  const [row] = rows;
  const categories: SubjectCategory[] = [
    { name: 'auditEntries', count: Number(row?.encrypted ?? 0), effect: 'unreadable' },
    { name: 'oldAuditEntries', count: Number(row?.old ?? 0), effect: 'keep' },
  ];
  return categories.filter(({ count }) => count > 0);
}

/** Counts what names people and cannot be changed: archives of rooms, which may name this one, and names of documents that do. */
export async function countUnchangeable(db: Database, scope: AddressScope): Promise<SubjectCategory[]> {
  const pattern = `%${scope.emailKey.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<{ archives: number; documents: number }>`select
      (select count(*) from room_archives where state = 'done') as archives,
      (select count(*) from files where lower(name) like ${pattern} escape '\\' and purged_at is null) as documents`.execute(
    db,
  );
  const [row] = rows;
  const categories: SubjectCategory[] = [
    { name: 'roomArchives', count: Number(row?.archives ?? 0), effect: 'keep' },
    { name: 'documentNames', count: Number(row?.documents ?? 0), effect: 'keep' },
  ];
  return categories.filter(({ count }) => count > 0);
}

import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { takeLock } from './lock-rows.ts';
import type { Database } from './open-database.ts';
import type { AuditLogTable } from './tables/audit-log.ts';

/** What stands before the first row's own content in its hash. */
export const CHAIN_START = '0'.repeat(64);

type Row = Selectable<AuditLogTable>;
export type AuditEntry = Omit<Row, 'position' | 'actor_name' | 'previous_hash' | 'hash'>;

/** SHA-256, hex, of the row before and of this row's content in a fixed order. */
export function auditHash(row: Omit<Row, 'hash'>): string {
  const content = [
    row.previous_hash,
    row.position,
    row.at,
    row.actor_kind,
    row.actor_id,
    row.actor_name,
    row.action,
    row.object_kind,
    row.object_id,
    row.object_name,
    row.result,
    row.details,
    row.address,
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/**
 * Appends to the chain. Belongs at the end of a transaction, since from here to its commit no other may append:
 * else two rows would follow the same one.
 */
export async function appendToAuditLog(db: Database, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await takeLock(db, 'audit-log', Math.max(...entries.map((entry) => entry.at)));
  const last = await db
    .selectFrom('audit_log')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  let { position, hash } = last ?? { position: 0, hash: CHAIN_START };
  const names = new Map<string, string>();
  const rows: Row[] = [];
  for (const entry of entries) {
    const who = `${entry.actor_kind} ${entry.actor_id}`;
    const name = names.get(who) ?? (await nameOf(db, entry));
    names.set(who, name);
    position += 1;
    const row = { ...entry, position, actor_name: name, previous_hash: hash };
    hash = auditHash(row);
    rows.push({ ...row, hash });
  }
  await db.insertInto('audit_log').values(rows).execute();
}

/** What people call the actor at this moment: the row outlives the account. */
async function nameOf(db: Database, { actor_kind, actor_id }: AuditEntry): Promise<string> {
  if (actor_id === null) return '';
  if (actor_kind === 'user') {
    const user = await db
      .selectFrom('users')
      .select('username')
      .where('id', '=', actor_id)
      .executeTakeFirst();
    return user?.username ?? '';
  }
  const visitor = await db
    .selectFrom('invitations')
    .select('email')
    .where('id', '=', actor_id)
    .executeTakeFirst();
  return visitor?.email ?? '';
}

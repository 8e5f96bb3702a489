import type { KeyObject } from 'node:crypto';
import { type AuditRow, auditHash, nextHead } from './audit-chain.ts';
import { takeLock } from '../transaction-locks.ts';
import type { Database } from '../open-database.ts';

export interface AuditEntry extends Omit<AuditRow, 'position' | 'actor_name' | 'previous_hash' | 'hash'> {
  /** Written also while the log is switched off. */
  readonly always: boolean;
  /** Left out when the same was recorded of the same actor and address this short before. */
  readonly onceWithinMs: number | undefined;
}

/** Statements have a limit of parameters on both engines. */
const ROWS_AT_ONCE = 1_000;

/**
 * Appends to the chain. Belongs at the end of a transaction, since from here to its commit no other may append:
 * else two rows would follow the same one.
 */
export async function appendToAuditLog(
  db: Database,
  key: KeyObject,
  entries: readonly AuditEntry[],
): Promise<void> {
  // Before the lock too: what turns out to be nothing new takes no turn and writes nothing.
  const likely = await listUnrecorded(db, await listWanted(db, entries));
  if (likely.length === 0) return;
  const names = await nameActors(db, likely);
  await takeLock(db, 'audit-log', Math.max(...likely.map((entry) => entry.at)));
  const wanted = await listUnrecorded(db, likely);
  // From the head, not from the last row: after rows that somebody removed there must be a gap.
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  let { position, hash } = head;
  const rows = wanted.map(({ always, onceWithinMs, ...content }): AuditRow => {
    position += 1;
    const row = { ...content, position, actor_name: names.get(whoOf(content)) ?? '', previous_hash: hash };
    hash = auditHash(row);
    return { ...row, hash };
  });
  const last = rows.at(-1);
  if (!last) return;
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await db
      .insertInto('audit_log')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute();
  await db
    .updateTable('audit_head')
    .set(nextHead(key, head, last))
    .execute();
}

/** All of them, or with the setting `enableAuditLog` off only what tells of that setting itself. */
async function listWanted(db: Database, entries: readonly AuditEntry[]): Promise<readonly AuditEntry[]> {
  if (entries.length === 0) return entries;
  const setting = await db
    .selectFrom('system_settings')
    .select('value')
    .where('name', '=', 'enableAuditLog')
    .executeTakeFirst();
  return setting?.value === 'false' ? entries.filter(({ always }) => always) : entries;
}

/** A reading in many pieces is one row: those that follow the first are left out. */
async function listUnrecorded(db: Database, entries: readonly AuditEntry[]): Promise<readonly AuditEntry[]> {
  const unrecorded: AuditEntry[] = [];
  for (const entry of entries) {
    const isKnown = entry.onceWithinMs !== undefined && (await wasRecorded(db, entry, entry.onceWithinMs));
    if (!isKnown) unrecorded.push(entry);
  }
  return unrecorded;
}

async function wasRecorded(db: Database, entry: AuditEntry, withinMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .select('position')
    .where('actor_kind', '=', entry.actor_kind)
    .where('actor_id', entry.actor_id === null ? 'is' : '=', entry.actor_id)
    .where('object_id', entry.object_id === null ? 'is' : '=', entry.object_id)
    .where('object_kind', entry.object_kind === null ? 'is' : '=', entry.object_kind)
    .where('at', '>', entry.at - withinMs)
    .where('action', '=', entry.action)
    .where('address', '=', entry.address)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type Who = Pick<AuditRow, 'actor_kind' | 'actor_id'>;

const whoOf = ({ actor_kind, actor_id }: Who): string => `${actor_kind} ${actor_id}`;

async function nameActors(db: Database, entries: readonly Who[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const entry of entries) if (!names.has(whoOf(entry))) names.set(whoOf(entry), await nameOf(db, entry));
  return names;
}

/** What people call the actor at this moment: the row outlives the account. */
async function nameOf(db: Database, { actor_kind, actor_id }: Who): Promise<string> {
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

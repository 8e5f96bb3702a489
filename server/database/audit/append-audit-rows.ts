import type { KeyObject } from 'node:crypto';
import type { Database } from '../open-database.ts';
import { acquireLock } from '../transaction-locks.ts';
import { type AuditRow, hashAuditRow, nextHead } from './audit-chain.ts';

export interface PendingAuditRow
  extends Omit<AuditRow, 'position' | 'actor_name' | 'previous_hash' | 'hash'> {
  /** Written also while the log is switched off. */
  readonly always: boolean;
  /** Left out when the same was recorded of the same actor and address this short before. */
  readonly onceWithinMs: number | undefined;
}

/** Statements have a limit of parameters on both engines. */
const MAX_ROWS_PER_INSERT = 1_000;

/**
 * Appends to the chain. Belongs at the end of a transaction, since from here to its commit no other may append:
 * else two rows would follow the same one.
 */
export async function appendAuditRows(
  db: Database,
  key: KeyObject,
  entries: readonly PendingAuditRow[],
): Promise<void> {
  // Before the lock too: what turns out to be nothing new takes no turn and writes nothing.
  const candidates = await filterUnrecorded(db, await filterByAuditSetting(db, entries));
  if (candidates.length === 0) return;
  const names = await loadActorNames(db, candidates);
  await acquireLock(db, 'audit-log', Math.max(...candidates.map((entry) => entry.occurred_at)));
  const wanted = await filterUnrecorded(db, candidates);
  // From the head, not from the last row: after rows that somebody removed there must be a gap.
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  let { position, hash } = head;
  const rows = wanted.map(({ always, onceWithinMs, ...content }): AuditRow => {
    position += 1;
    const row = {
      ...content,
      position,
      actor_name: names.get(actorKeyOf(content)) ?? '',
      previous_hash: hash,
    };
    hash = hashAuditRow(row);
    return { ...row, hash };
  });
  const last = rows.at(-1);
  if (!last) return;
  for (let start = 0; start < rows.length; start += MAX_ROWS_PER_INSERT)
    await db
      .insertInto('audit_log')
      .values(rows.slice(start, start + MAX_ROWS_PER_INSERT))
      .execute();
  await db
    .updateTable('audit_head')
    .set(nextHead(key, head, last))
    .execute();
}

/** All of them, or with the setting `enableAuditLog` off only what tells of that setting itself. */
async function filterByAuditSetting(
  db: Database,
  entries: readonly PendingAuditRow[],
): Promise<readonly PendingAuditRow[]> {
  if (entries.length === 0) return entries;
  const setting = await db
    .selectFrom('system_settings')
    .select('value')
    .where('name', '=', 'enableAuditLog')
    .executeTakeFirst();
  return setting?.value === 'false' ? entries.filter(({ always }) => always) : entries;
}

/** A reading in many pieces is one row: those that follow the first are left out. */
async function filterUnrecorded(
  db: Database,
  entries: readonly PendingAuditRow[],
): Promise<readonly PendingAuditRow[]> {
  const unrecorded: PendingAuditRow[] = [];
  for (const entry of entries) {
    const isKnown = entry.onceWithinMs !== undefined && (await wasRecorded(db, entry, entry.onceWithinMs));
    if (!isKnown) unrecorded.push(entry);
  }
  return unrecorded;
}

async function wasRecorded(db: Database, entry: PendingAuditRow, withinMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .select('position')
    .where('actor_kind', '=', entry.actor_kind)
    .where('actor_id', entry.actor_id === null ? 'is' : '=', entry.actor_id)
    .where('object_id', entry.object_id === null ? 'is' : '=', entry.object_id)
    .where('object_kind', entry.object_kind === null ? 'is' : '=', entry.object_kind)
    .where('occurred_at', '>', entry.occurred_at - withinMs)
    .where('action', '=', entry.action)
    .where('address', '=', entry.address)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type ActorReference = Pick<AuditRow, 'actor_kind' | 'actor_id'>;

const actorKeyOf = ({ actor_kind, actor_id }: ActorReference): string => `${actor_kind} ${actor_id}`;

async function loadActorNames(
  db: Database,
  entries: readonly ActorReference[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const entry of entries)
    if (!names.has(actorKeyOf(entry))) names.set(actorKeyOf(entry), await findActorName(db, entry));
  return names;
}

/** What people call the actor at this moment: the row outlives the account. */
async function findActorName(db: Database, { actor_kind, actor_id }: ActorReference): Promise<string> {
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

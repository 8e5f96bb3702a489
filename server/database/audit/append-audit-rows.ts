import { listRootKeys } from '../encryption-keys/root-keys.ts';
import type { Database } from '../open-database.ts';
import { acquireLock } from '../transaction-locks.ts';
import { type AuditRow, hashAuditRow, nextHead, type SigningKeys } from './audit-chain.ts';
import { appendToAuditTree } from './audit-tree.ts';

export interface PendingAuditRow
  extends Omit<AuditRow, 'position' | 'actor_name' | 'previous_hash' | 'hash'> {
  /** Written even while the log is switched off. */
  readonly always: boolean;
  /** Skipped when the same event was recorded for the actor and address this recently. */
  readonly onceWithinMs: number | undefined;
}

/** Both engines limit the number of parameters of a statement. */
const MAX_ROWS_PER_INSERT = 1_000;

/**
 * Appends to the chain and returns the new rows. Call it at the end of a transaction: until the commit nobody else may
 * append, so that no two rows have the same predecessor.
 */
export async function appendAuditRows(
  db: Database,
  keys: SigningKeys,
  entries: readonly PendingAuditRow[],
): Promise<readonly AuditRow[]> {
  // Before the lock too: an event that turns out to be a repetition takes no lock and writes nothing.
  const candidates = await filterUnrecorded(db, await filterByAuditSetting(db, entries));
  if (candidates.length === 0) return [];
  const names = await loadActorNames(db, candidates);
  await acquireLock(db, 'audit-log', Math.max(...candidates.map((entry) => entry.occurred_at)));
  const wanted = await filterUnrecorded(db, candidates);
  // From the head, not from the last row: after removed rows there must be a gap.
  const { completedVersion, ...head } = await db
    .selectFrom('audit_head')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('encryption_keys')
        .select(({ fn }) => fn.max('version').as('version'))
        .where('completed_at', 'is not', null)
        .as('completedVersion'),
    )
    .executeTakeFirstOrThrow();
  // A rotation that finished since this process read the root keys: from then on only the new one may seal.
  if ((completedVersion ?? 1) > keys.completedVersion()) await keys.refresh(await listRootKeys(db));
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
  if (!last) return [];
  for (let start = 0; start < rows.length; start += MAX_ROWS_PER_INSERT)
    await db
      .insertInto('audit_log')
      .values(rows.slice(start, start + MAX_ROWS_PER_INSERT))
      .execute();
  await db
    .updateTable('audit_head')
    .set({ ...nextHead(keys, head, last), ...(await appendToAuditTree(db, head, rows)) })
    .execute();
  return rows;
}

/** Returns all events, or, while the setting `enableAuditLog` is off, only changes of that setting. */
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

/** Records a view in many requests as one row: requests that follow the first are left out. */
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
    // The details of a view name the version and the program through which it was seen.
    .where('details', entry.details === null ? 'is' : '=', entry.details)
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

/** Finds the actor's name at this moment: the row outlives the account. */
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

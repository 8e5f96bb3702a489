import type { Database } from '../open-database.ts';
import { prepareQuery } from '../prepared/prepare-query.ts';
import type { PendingAuditRow } from './pending-audit-row.ts';
import { createEntryEncryptor, type EncryptedEntry } from './persons/encrypt-audit-rows.ts';
import type { KnownActor } from './persons/find-persons.ts';
import { findKnownActor } from './persons/known-actor.ts';
import type { PersonSecrets } from './persons/person-keys.ts';
import { type PlacedAuditRow, placeInRooms } from './rooms/place-in-rooms.ts';

/** Returns all events, or, while the setting `enableAuditLog` is off, only changes of that setting. */
export async function filterByAuditSetting(
  db: Database,
  entries: readonly PendingAuditRow[],
  known?: Pick<KnownActor, 'auditSetting'>,
): Promise<readonly PendingAuditRow[]> {
  if (entries.length === 0) return entries;
  const value = known ? known.auditSetting : (await selectAuditSetting(db, {}))[0]?.value;
  return value === 'false' ? entries.filter(({ always }) => always) : entries;
}

/** Records a view in many requests as one row: requests that follow the first are left out. */
export async function filterUnrecorded(
  db: Database,
  entries: readonly PlacedAuditRow[],
  encrypt: (entry: PlacedAuditRow) => EncryptedEntry | undefined,
): Promise<readonly PlacedAuditRow[]> {
  const unrecorded: PlacedAuditRow[] = [];
  for (const entry of entries) {
    const stored = entry.onceWithinMs === undefined ? undefined : encrypt(entry)?.row;
    const isKnown = stored !== undefined && (await wasRecorded(db, stored, entry.onceWithinMs ?? 0));
    if (!isKnown) unrecorded.push(entry);
  }
  return unrecorded;
}

async function wasRecorded(db: Database, entry: EncryptedEntry['row'], withinMs: number): Promise<boolean> {
  const { actor_kind, actor_id, object_kind, object_id, action, address, details, occurred_at } = entry;
  const since = occurred_at - withinMs;
  const repeated = { actor_kind, actor_id, object_kind, object_id, action, address, details, since };
  // Hardly any repeated event lacks one of these, without which the index could not be used.
  const isComplete = actor_id !== null && object_kind !== null && object_id !== null && details !== null;
  const rows = isComplete ? await selectRecorded(db, repeated) : await recordedLike(db, repeated).execute();
  return rows.length > 0;
}

type RepeatedEvent = Pick<
  EncryptedEntry['row'],
  'actor_kind' | 'actor_id' | 'object_kind' | 'object_id' | 'action' | 'address' | 'details'
> & { readonly since: number };

const recordedLike = (db: Database, event: RepeatedEvent) =>
  db
    .selectFrom('audit_log')
    .select('position')
    .where('actor_kind', '=', event.actor_kind)
    .where('actor_id', event.actor_id === null ? 'is' : '=', event.actor_id)
    .where('object_id', event.object_id === null ? 'is' : '=', event.object_id)
    .where('object_kind', event.object_kind === null ? 'is' : '=', event.object_kind)
    .where('occurred_at', '>', event.since)
    .where('action', '=', event.action)
    // Equal texts of one person are encrypted alike.
    .where('address', '=', event.address)
    // The details of a view name the version and the program through which it was seen.
    .where('details', event.details === null ? 'is' : '=', event.details)
    .limit(1);

/** For events of which none of the values is null. */
const selectRecorded = prepareQuery(recordedLike);

const selectAuditSetting = prepareQuery((db) =>
  db.selectFrom('system_settings').select('value').where('name', '=', 'enableAuditLog'),
);

/** Tells whether appending the event would write nothing: it repeats a recorded one, or the log is switched off. */
export async function isNothingToRecord(
  db: Database,
  secrets: PersonSecrets,
  entry: PendingAuditRow,
): Promise<boolean> {
  const known = await findKnownActor(db, secrets, [entry]);
  const enabled = await filterByAuditSetting(db, [entry], known);
  if (enabled.length === 0) return true;
  const placed = await placeInRooms(db, enabled);
  const { encrypt } = await createEntryEncryptor(db, secrets, placed, known);
  return (await filterUnrecorded(db, placed, encrypt)).length === 0;
}

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { listRootKeys } from '../encryption-keys/root-keys.ts';
import type { Database } from '../open-database.ts';
import { prepareQuery } from '../prepared/prepare-query.ts';
import { acquireLock, mayHaveChanged } from '../transaction-locks.ts';
import { type AuditRow, hashAuditRow, hasValidSeal, nextHead, type SigningKeys } from './audit-chain.ts';
import { growAuditTree } from './audit-tree.ts';
import type { PendingAuditRow } from './pending-audit-row.ts';
import { createEntryEncryptor } from './persons/encrypt-audit-rows.ts';
import { findKnownActor } from './persons/known-actor.ts';
import type { PersonSecrets } from './persons/person-keys.ts';
import { filterByAuditSetting, filterUnrecorded } from './recorded-events.ts';
import { placeInRooms } from './rooms/place-in-rooms.ts';
import { withoutRoom } from './rooms/room-detail.ts';
import { storeAppended } from './store-appended.ts';

/** The keys that seal the log, and encrypt what it says of people. */
export interface AuditSecrets extends PersonSecrets {
  readonly signingKeys: SigningKeys;
}

/** A row as it is stored, with what readers see of it. */
interface AppendedRow {
  readonly row: AuditRow;
  readonly readable: Pick<AuditRow, 'actor_name' | 'object_name' | 'details' | 'address'>;
}

export interface Appended {
  readonly appended: readonly AppendedRow[];
  /** False when no webhook is enabled; true also when nobody looked. */
  readonly mayHaveWebhooks: boolean;
  /** The same for readers who get mails about changes. */
  readonly mayHaveDigests: boolean;
}

/** So few that other work runs while a transaction appends many. */
const ROWS_PER_SLICE = 250;

const NOTHING: Appended = { appended: [], mayHaveWebhooks: true, mayHaveDigests: true };

/**
 * Appends to the chain and returns the new rows. Call it at the end of a transaction: until the commit nobody else may
 * append, so that no two rows have the same predecessor.
 */
export async function appendAuditRows(
  db: Database,
  secrets: AuditSecrets,
  entries: readonly PendingAuditRow[],
): Promise<Appended> {
  const { signingKeys: keys } = secrets;
  // This comes before the lock too: an event that turns out to be a repetition takes no lock and writes nothing.
  const known = await findKnownActor(db, secrets, entries);
  const recorded = await filterByAuditSetting(db, entries, known);
  if (recorded.length === 0) return NOTHING;
  const enabled = await placeInRooms(db, recorded);
  const encryptor = await createEntryEncryptor(db, secrets, enabled, known);
  const candidates = await filterUnrecorded(db, enabled, encryptor.encrypt);
  if (candidates.length === 0) return NOTHING;
  await acquireLock(
    db,
    'audit-log',
    candidates.reduce((latest, entry) => Math.max(latest, entry.occurred_at), 0),
  );
  await encryptor.addMissingKeys();
  const wanted = mayHaveChanged(db) ? await filterUnrecorded(db, candidates, encryptor.encrypt) : candidates;
  // Continues from the head, not from the last row: removed rows must leave a gap.
  const [found] = await selectHead(db, {});
  if (!found) throw new Error('The audit log has no head');
  const { completedVersion, hasWebhooks, hasDigests, ...head } = found;
  const wantedBy = { mayHaveWebhooks: hasWebhooks === 1, mayHaveDigests: hasDigests === 1 };
  // A rotation that finished since this process read the root keys: from then on only the new one may seal. Another process may
  // have sealed with a key that this one has not read; a seal that is taken for invalid would make the log invalid for good.
  if ((completedVersion ?? 1) > keys.completedVersion() || !hasValidSeal(keys, head))
    await keys.refresh(await listRootKeys(db));
  let { position, hash } = head;
  const appended: AppendedRow[] = [];
  for (const entry of wanted) {
    if (appended.length % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) await setImmediate();
    position += 1;
    const encrypted = encryptor.encrypt(entry);
    if (!encrypted) throw new Error('a person of the entry has no key');
    const content = { ...encrypted.row, position, previous_hash: hash };
    hash = hashAuditRow(content);
    const { object_name, address } = entry;
    const details = withoutRoom(entry.details);
    const readable = { actor_name: encrypted.actorName, object_name, details, address };
    appended.push({ row: { ...content, hash }, readable });
  }
  const rows = appended.map(({ row }) => row);
  const last = rows.at(-1);
  if (!last) return { appended: [], ...wantedBy };
  const { columns, nodes } = await growAuditTree(db, head, rows);
  await storeAppended(db, { rows, nodes, head: { ...nextHead(keys, head, last), ...columns } });
  return { appended, ...wantedBy };
}

const selectHead = prepareQuery((db) =>
  db
    .selectFrom('audit_head')
    .select(['position', 'hash', 'seal', 'tree_size', 'tree_nodes'])
    .select(
      sql<number>`(case when exists (select 1 from webhooks where disabled_at is null) then 1 else 0 end)`.as(
        'hasWebhooks',
      ),
    )
    .select(
      sql<number>`(case when exists (select 1 from digest_settings) then 1 else 0 end)`.as('hasDigests'),
    )
    .select(({ selectFrom }) =>
      selectFrom('encryption_keys')
        .select(({ fn }) => fn.max('version').as('version'))
        .where('completed_at', 'is not', null)
        .as('completedVersion'),
    ),
);

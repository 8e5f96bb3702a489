import { listRootKeys } from '../encryption-keys/root-keys.ts';
import type { Database } from '../open-database.ts';
import { prepareQuery } from '../prepared/prepare-query.ts';
import { acquireLock, mayHaveChanged } from '../transaction-locks.ts';
import { type AuditRow, hashAuditRow, nextHead, type SigningKeys } from './audit-chain.ts';
import { growAuditTree } from './audit-tree.ts';
import type { PendingAuditRow } from './pending-audit-row.ts';
import { createEntryEncryptor } from './persons/encrypt-audit-rows.ts';
import type { PersonSecrets } from './persons/person-keys.ts';
import { filterByAuditSetting, filterUnrecorded } from './recorded-events.ts';
import { storeAppended } from './store-appended.ts';

/** The keys that seal the log, and encrypt what it says of people. */
export interface AuditSecrets extends PersonSecrets {
  readonly signingKeys: SigningKeys;
}

/** A row as it is stored, with what readers see of it. */
export interface AppendedRow {
  readonly row: AuditRow;
  readonly readable: Pick<AuditRow, 'actor_name' | 'object_name' | 'details' | 'address'>;
}

/**
 * Appends to the chain and returns the new rows. Call it at the end of a transaction: until the commit nobody else may
 * append, so that no two rows have the same predecessor.
 */
export async function appendAuditRows(
  db: Database,
  secrets: AuditSecrets,
  entries: readonly PendingAuditRow[],
): Promise<readonly AppendedRow[]> {
  const { signingKeys: keys } = secrets;
  // Before the lock too: an event that turns out to be a repetition takes no lock and writes nothing.
  const enabled = await filterByAuditSetting(db, entries);
  if (enabled.length === 0) return [];
  const encryptor = await createEntryEncryptor(db, secrets, enabled);
  const candidates = await filterUnrecorded(db, enabled, encryptor.encrypt);
  if (candidates.length === 0) return [];
  await acquireLock(
    db,
    'audit-log',
    candidates.reduce((latest, entry) => Math.max(latest, entry.occurred_at), 0),
  );
  await encryptor.addMissingKeys();
  const wanted = mayHaveChanged(db) ? await filterUnrecorded(db, candidates, encryptor.encrypt) : candidates;
  // From the head, not from the last row: after removed rows there must be a gap.
  const [found] = await selectHead(db, {});
  if (!found) throw new Error('The audit log has no head');
  const { completedVersion, ...head } = found;
  // A rotation that finished since this process read the root keys: from then on only the new one may seal.
  if ((completedVersion ?? 1) > keys.completedVersion()) await keys.refresh(await listRootKeys(db));
  let { position, hash } = head;
  const appended = wanted.map((entry): AppendedRow => {
    position += 1;
    const encrypted = encryptor.encrypt(entry);
    if (!encrypted) throw new Error('a person of the entry has no key');
    const content = { ...encrypted.row, position, previous_hash: hash };
    hash = hashAuditRow(content);
    const { object_name, details, address } = entry;
    const readable = { actor_name: encrypted.actorName, object_name, details, address };
    return { row: { ...content, hash }, readable };
  });
  const rows = appended.map(({ row }) => row);
  const last = rows.at(-1);
  if (!last) return [];
  const { columns, nodes } = await growAuditTree(db, head, rows);
  await storeAppended(db, { rows, nodes, head: { ...nextHead(keys, head, last), ...columns } });
  return appended;
}

const selectHead = prepareQuery((db) =>
  db
    .selectFrom('audit_head')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('encryption_keys')
        .select(({ fn }) => fn.max('version').as('version'))
        .where('completed_at', 'is not', null)
        .as('completedVersion'),
    ),
);

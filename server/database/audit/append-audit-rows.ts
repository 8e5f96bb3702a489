import { listRootKeys } from '../encryption-keys/root-keys.ts';
import type { Database } from '../open-database.ts';
import { prepareQuery } from '../prepared/prepare-query.ts';
import { acquireLock } from '../transaction-locks.ts';
import { type AuditHead, type AuditRow, hashAuditRow, nextHead, type SigningKeys } from './audit-chain.ts';
import { appendToAuditTree, type TreeColumns } from './audit-tree.ts';
import type { PendingAuditRow } from './pending-audit-row.ts';
import { createEntryEncryptor } from './persons/encrypt-audit-rows.ts';
import type { PersonSecrets } from './persons/person-keys.ts';
import { filterByAuditSetting, filterUnrecorded } from './recorded-events.ts';

/** The keys that seal the log, and encrypt what it says of people. */
export interface AuditSecrets extends PersonSecrets {
  readonly signingKeys: SigningKeys;
}

/** A row as it is stored, with what readers see of it. */
export interface AppendedRow {
  readonly row: AuditRow;
  readonly readable: Pick<AuditRow, 'actor_name' | 'object_name' | 'details' | 'address'>;
}

/** Both engines limit the number of parameters of a statement. */
const MAX_ROWS_PER_INSERT = 1_000;

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
  const wanted = await filterUnrecorded(db, candidates, encryptor.encrypt);
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
  for (let start = 0; start < rows.length; start += MAX_ROWS_PER_INSERT)
    await insertRows(db, rows.slice(start, start + MAX_ROWS_PER_INSERT));
  await updateHead(db, { ...nextHead(keys, head, last), ...(await appendToAuditTree(db, head, rows)) });
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

const updateHead = prepareQuery((db, head: AuditHead & TreeColumns) =>
  db.updateTable('audit_head').set({
    position: head.position,
    hash: head.hash,
    seal: head.seal,
    tree_size: head.tree_size,
    tree_nodes: head.tree_nodes,
  }),
);

const insertRow = prepareQuery((db, row: AuditRow) =>
  db.insertInto('audit_log').values({
    position: row.position,
    occurred_at: row.occurred_at,
    actor_kind: row.actor_kind,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    actor_key_id: row.actor_key_id,
    action: row.action,
    object_kind: row.object_kind,
    object_id: row.object_id,
    object_name: row.object_name,
    object_key_id: row.object_key_id,
    result: row.result,
    details: row.details,
    address: row.address,
    removed_by: row.removed_by,
    previous_hash: row.previous_hash,
    hash: row.hash,
  }),
);

async function insertRows(db: Database, rows: readonly AuditRow[]): Promise<void> {
  const [row] = rows;
  if (row && rows.length === 1) await insertRow(db, row);
  else await db.insertInto('audit_log').values(rows).execute();
}

import { sql } from 'kysely';
import type { ScanState } from '#shared/domain/scans/scan-states.ts';
import type { Database } from './open-database.ts';

/**
 * Selects the state of the current content of a row of `files`; `null` for all while no content is withheld, which a partial
 * index tells. Looking up each object by its key would take half of the time of a long list.
 */
export const scanState = sql<ScanState>`(case when exists (
    select 1 from blobs where scan_state is not null and scan_state <> 'clean')
  then (select blobs.scan_state from blobs where blobs.key = files.blob_key) end)`.as('scan_state');

/**
 * Selects who sent the current content of a row of `files`, if that is not its owner: a user, or the negative number of the group
 * of a visitor. An empty index tells at once where nobody did.
 */
export const contentSender = sql<
  number | null
>`(case when exists (select 1 from blobs where sent_by is not null)
  then (select blobs.sent_by from blobs where blobs.key = files.blob_key) end)`.as('sent_by');

/**
 * Selects the empty blob that stands for the content removed from closed rooms; the words about states are those of the partial
 * index.
 */
export const removedBlob = sql<{ key: string }>`select key from blobs
    where scan_state is not null and scan_state <> 'clean' and scan_state = 'removed' order by key limit 1`;

export async function findRemovedBlob(db: Database): Promise<string | undefined> {
  const { rows } = await removedBlob.execute(db);
  return rows[0]?.key;
}

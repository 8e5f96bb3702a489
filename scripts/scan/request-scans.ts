import { sql } from 'kysely';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { Database } from '#server/database/open-database.ts';
import { enqueueJobs } from '#server/engines/queue/job-queue.ts';
import type { Installation } from '../command-line/open-installation.ts';
import { recordOperatorEvent } from '../command-line/record-operator-event.ts';

const BATCH_SIZE = 500;

interface ScanOptions {
  /** Also what was scanned before; otherwise what was never scanned or could not be. */
  readonly all: boolean;
  readonly now: number;
  progress(): void;
  readonly signal: AbortSignal;
}

/**
 * Queues scans of the stored content of files and their versions, in batches, and records it. It can be repeated: content that is
 * queued already is not queued twice. Returns how much it queued.
 */
export async function requestScans(
  { db, keyRing, encryptor }: Pick<Installation, 'db' | 'keyRing' | 'encryptor'>,
  { all, now, progress, signal }: ScanOptions,
): Promise<number> {
  const kind = 'content.virus_rescan_requested' satisfies keyof DomainEvents;
  let queued = 0;
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const keys = await listContents(db, { all, after });
    const last = keys.at(-1);
    if (last === undefined) break;
    await enqueueJobs(
      db,
      keys.map((blobKey) => ({ kind, payload: { blobKey }, dedupeKey: `virus-scan:${blobKey}` })),
      now,
    );
    queued += keys.length;
    after = last;
    progress();
  }
  await db
    .transaction()
    .execute((db) =>
      recordOperatorEvent(
        db,
        { keyRing, encryptor },
        { action: 'scan.request', now, details: { all, queued } },
      ),
    );
  return queued;
}

/** Lists what is the content of a file or of a version, by key. */
async function listContents(
  db: Database,
  { all, after }: { all: boolean; after: string },
): Promise<string[]> {
  const isWanted = all
    ? sql`(scan_state is null or scan_state <> 'removed')`
    : sql`(scan_state is null or scan_state = 'unscannable')`;
  const { rows } = await sql<{ key: string }>`
    select key from blobs where key > ${after} and ${isWanted} and (
      exists (select 1 from files where files.blob_key = blobs.key)
      or exists (select 1 from file_versions where file_versions.blob_key = blobs.key)
      or exists (select 1 from terms_versions where terms_versions.blob_key = blobs.key))
    order by key limit ${BATCH_SIZE}`.execute(db);
  return rows.map(({ key }) => key);
}

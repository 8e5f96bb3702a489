import {
  createBackupObjectTable,
  hasBackupObject,
  recordBackupObject,
} from '#server/database/backup/backup-objects.ts';
import { listBackupTables } from '#server/database/backup/backup-tables.ts';
import {
  type BlobRow,
  iterateBlobs,
  listSequences,
  openSnapshot,
  streamRows,
} from '#server/database/backup/snapshot-rows.ts';
import type { DatabaseEngine } from '#server/database/database-engine.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { objectFormat, storageFailureOf } from '#server/engines/storage/object-storage.ts';
import type { Installation } from '../command-line/open-installation.ts';
import { encodeBytes, encodeRow } from './format/archive-entry.ts';
import type { EntryToWrite } from './format/write-archive.ts';

/**
 * Streams an installation as entries of an archive, while others write to it. Objects take long and never
 * change, so they are copied before the snapshot of the rows is opened; afterwards only objects added meanwhile
 * are missing. A missing object is left out: the verification of the archive finds every row that needs one.
 */
export async function* streamArchiveEntries(installation: Installation): AsyncGenerator<EntryToWrite> {
  const { db, engine } = installation;
  const { db: copied } = openDatabase({ engine: 'sqlite', file: '' });
  await createBackupObjectTable(copied);
  const counts = { objects: 0, rows: 0 };

  async function* copy(blobs: AsyncIterable<BlobRow>): AsyncGenerator<EntryToWrite> {
    for await (const blob of blobs) {
      if (await hasBackupObject(copied, blob.key)) continue;
      const entry = await readObjectEntry(installation, blob);
      if (!entry) continue;
      yield entry;
      counts.objects += 1;
      await recordBackupObject(copied, { ...blob, isComplete: true });
    }
  }

  try {
    yield* copy(iterateBlobs(db));
    const snapshot = await openSnapshot(db);
    try {
      yield* copy(iterateBlobs(snapshot));
      counts.rows = yield* streamRowEntries(snapshot, engine);
    } finally {
      await snapshot.rollback().execute();
    }
    yield { entry: { kind: 'end', ...counts } };
  } finally {
    await copied.destroy();
  }
}

/** Streams the rows and the sequences of a snapshot; returns the number of rows. */
export async function* streamRowEntries(
  snapshot: Database,
  engine: DatabaseEngine,
): AsyncGenerator<EntryToWrite, number> {
  let rows = 0;
  const tables = await listBackupTables(snapshot, engine);
  for (const table of tables.keys()) {
    for await (const row of streamRows(snapshot, engine, table)) {
      yield { entry: { kind: 'row', table, row: encodeRow(row) } };
      rows += 1;
    }
  }
  for (const { table, value } of await listSequences(snapshot, engine))
    if (tables.has(table)) yield { entry: { kind: 'sequence', table, value } };
  return rows;
}

async function readObjectEntry({ objects }: Installation, blob: BlobRow): Promise<EntryToWrite | undefined> {
  const { key, size, sha256, wrapped_key } = blob;
  try {
    const content = await objects.get(key);
    const length = objectFormat.encryptedLength(size);
    return {
      entry: { kind: 'object', key, size, sha256, wrappedKey: encodeBytes(wrapped_key), length },
      content,
    };
  } catch (error) {
    if (storageFailureOf(error) === 'missing') return undefined;
    throw error;
  }
}

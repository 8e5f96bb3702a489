import { createLedger, isNoted, noteObject } from '#server/database/backup/backup-objects.ts';
import { openDatabase } from '#server/database/open-database.ts';
import {
  type BlobRow,
  listSequences,
  openSnapshot,
  pageBlobs,
  streamRows,
} from '#server/database/backup/snapshot-rows.ts';
import { listRoomTables } from '#server/database/backup/backup-tables.ts';
import { sealedLength } from '#server/engines/storage/encrypted-frames.ts';
import { ObjectMissingError } from '#server/engines/storage/object-store.ts';
import { packBytes, packRow } from './format/archive-entry.ts';
import type { RoomToRead } from '../command-line/open-installation.ts';
import type { EntryToWrite } from './format/write-archive.ts';

/**
 * A room as entries of an archive, while others write to it. Objects take long and never change, so they are copied
 * before the one state of the rows is chosen; then only those are missing that came meanwhile. An object that is not
 * in the store is left out: the check of the archive finds every row that wants one.
 */
export async function* roomEntries(room: RoomToRead): AsyncGenerator<EntryToWrite> {
  const { db, engine } = room;
  const { db: held } = openDatabase({ engine: 'sqlite', file: '' });
  await createLedger(held);
  const counts = { objects: 0, rows: 0 };

  async function* copy(blobs: AsyncIterable<BlobRow>): AsyncGenerator<EntryToWrite> {
    for await (const blob of blobs) {
      if (await isNoted(held, blob.key)) continue;
      const copied = await openObject(room, blob);
      if (!copied) continue;
      yield copied;
      counts.objects += 1;
      await noteObject(held, { ...blob, isWhole: true });
    }
  }

  try {
    yield* copy(pageBlobs(db));
    const tables = await listRoomTables(db, engine);
    const snapshot = await openSnapshot(db);
    try {
      yield* copy(pageBlobs(snapshot));
      for (const table of tables.keys()) {
        for await (const row of streamRows(snapshot, engine, table)) {
          yield { entry: { kind: 'row', table, row: packRow(row) } };
          counts.rows += 1;
        }
      }
      for (const { table, value } of await listSequences(snapshot, engine))
        yield { entry: { kind: 'sequence', table, value } };
    } finally {
      await snapshot.rollback().execute();
    }
    yield { entry: { kind: 'end', ...counts } };
  } finally {
    await held.destroy();
  }
}

async function openObject({ objects }: RoomToRead, blob: BlobRow): Promise<EntryToWrite | undefined> {
  const { key, size, sha256, wrapped_key } = blob;
  try {
    const content = await objects.get(key);
    const length = sealedLength(size);
    return {
      entry: { kind: 'object', key, size, sha256, wrappedKey: packBytes(wrapped_key), length },
      content,
    };
  } catch (error) {
    if (error instanceof ObjectMissingError) return undefined;
    throw error;
  }
}

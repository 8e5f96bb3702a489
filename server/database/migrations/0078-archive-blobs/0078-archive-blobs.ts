import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';

/**
 * Has the bytes of archives of rooms referenced as all others are: the reference keeps nodes of earlier versions, which know no
 * archives, from removing the blob. SQLite has a single process. An archive whose bytes such a node has removed names none any more.
 */
export async function referToArchiveBlobs(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`update room_archives set blob_key = null
    where blob_key is not null and not exists (select 1 from blobs where blobs.key = room_archives.blob_key)`.execute(
    db,
  );
  await sql`alter table room_archives add constraint room_archives_blob_key_fkey
    foreign key (blob_key) references blobs (key) not valid`.execute(db);
}

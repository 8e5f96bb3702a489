import { sql } from 'kysely';
import type { Database } from './open-database.ts';

/** Inserts version 1 of files that were added just now. */
export async function insertFirstVersions(db: Database, fileIds: readonly number[]): Promise<void> {
  await sql`insert into file_versions (file_id, number, blob_key, size, sha256, author_id, created_at)
    select files.id, 1, files.blob_key, files.size, blobs.sha256, files.owner_id, files.created_at
    from files join blobs on blobs.key = files.blob_key where files.id in (${sql.join(fileIds)})`.execute(db);
}

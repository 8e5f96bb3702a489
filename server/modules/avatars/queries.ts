import type { Insertable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { BlobsTable } from '#server/database/tables/documents.ts';

/** The picture of a user; both are null without one. */
interface Avatar {
  readonly token: string | null;
  readonly blobKey: string | null;
}

export async function setUserAvatar(db: Database, userId: number, { token, blobKey }: Avatar): Promise<void> {
  await db
    .updateTable('users')
    .set({ avatar_token: token, avatar_blob_key: blobKey })
    .where('id', '=', userId)
    .execute();
}

export async function insertAvatarBlob(db: Database, blob: Insertable<BlobsTable>): Promise<void> {
  await db.insertInto('blobs').values(blob).execute();
}

/** Finds the blob of a picture that an active account has. */
export function findAvatarBlob(db: Database, token: string) {
  return db
    .selectFrom('users')
    .innerJoin('blobs', 'blobs.key', 'users.avatar_blob_key')
    .select(['blobs.key', 'blobs.size', 'blobs.wrapped_key'])
    .where('users.avatar_token', '=', token)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

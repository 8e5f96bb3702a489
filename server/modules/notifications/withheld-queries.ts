import { sql } from 'kysely';
import { roomIdOf } from '#server/authorization/publication/room-of.ts';
import type { Database } from '#server/database/open-database.ts';

export const findScan = (db: Database, blobKey: string) =>
  db.selectFrom('blobs').select(['scan_state', 'scan_result']).where('key', '=', blobKey).executeTakeFirst();

/** Lists those of the files whose owners are active and have confirmed their address, with the owner and the room. */
export const listWithheldFilesOf = (db: Database, fileIds: readonly number[]) =>
  db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.owner_id')
    .select(['files.id', 'files.name', 'users.username', 'users.email'])
    .select(sql<number | null>`(${roomIdOf(sql.ref('files.folder_id'))})`.as('roomId'))
    .where('files.id', 'in', fileIds)
    .where('files.deleted_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.email_verified_at', 'is not', null)
    .orderBy('files.id')
    .execute();

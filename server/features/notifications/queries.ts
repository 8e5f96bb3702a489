import { type SqlBool, sql } from 'kysely';
import { RANK, rankAt } from '#server/access/grants.ts';
import type { Database } from '#server/platform/db/open-database.ts';

/** A living user with their address, who wants mails of this kind. */
export function findReader(db: Database, userId: number, kind: 'folder_access' | 'file_shared') {
  return readers(db, kind).where('users.id', '=', userId).executeTakeFirst();
}

const readers = (db: Database, kind: 'folder_access' | 'file_shared') =>
  db
    .selectFrom('users')
    .innerJoin('notification_preferences as wishes', 'wishes.user_id', 'users.id')
    .select(['users.id', 'users.username', 'users.email', 'users.is_admin'])
    .where('users.deleted_at', 'is', null)
    .where('wishes.email_notifications', '=', 1)
    .where(`wishes.${kind}`, '=', 1);

export async function findUsername(db: Database, userId: number): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return user?.username;
}

/** Up to which file the last notification of this folder told; nothing before the first. */
export async function findTold(db: Database, folderId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('folder_digests')
    .select('told_file_id')
    .where('folder_id', '=', folderId)
    .executeTakeFirst();
  return row?.told_file_id;
}

/**
 * Notes that everything up to `newestId` is told. False when `fileId` is told already: of two processes that tell at the
 * same time the second waits for the first here, and finds nothing left.
 */
export async function advanceTold(
  db: Database,
  folderId: number,
  { fileId, newestId }: { fileId: number; newestId: number },
): Promise<boolean> {
  const row = await db
    .insertInto('folder_digests')
    .values({ folder_id: folderId, told_file_id: newestId })
    .onConflict((conflict) =>
      conflict
        .column('folder_id')
        .doUpdateSet({ told_file_id: newestId })
        .where('folder_digests.told_file_id', '<', fileId),
    )
    .returning('folder_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest file that ever came into a folder. */
export async function findNewestFile(db: Database, folderId: number): Promise<number> {
  const row = await db
    .selectFrom('files')
    .select((select) => select.fn.max('id').as('id'))
    .where('folder_id', '=', folderId)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** A living folder's name. */
export async function findFolderName(db: Database, folderId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('folders')
    .select('name')
    .where('id', '=', folderId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.name;
}

export interface Reader {
  readonly id: number;
  readonly email: string;
  /** Living files of others that came after the given one. */
  readonly count: number;
}

/**
 * Members of a folder who want to hear of new files there, after the user `cursor`: those who were given it or one above
 * it. Administrators see every folder, but it is not shared with them by that.
 */
export async function listReaders(
  db: Database,
  {
    folderId,
    afterFileId,
    cursor,
    limit,
  }: { folderId: number; afterFileId: number; cursor: number; limit: number },
): Promise<Reader[]> {
  const isMember = sql<SqlBool>`exists (
    with recursive chain(id, parent_id, owner_id) as (
      select id, parent_id, owner_id from folders where id = ${folderId}
      union
      select f.id, f.parent_id, f.owner_id from folders f join chain on f.id = chain.parent_id
    )
    select 1 from chain where ${rankAt(sql.ref('users.id'), 'chain')} >= ${sql.lit(RANK.collaborator)})`;
  const count = sql<number>`(select count(*) from files where files.folder_id = ${folderId}
    and files.id > ${afterFileId} and files.owner_id <> users.id and files.deleted_at is null)`;
  return readers(db, 'file_shared')
    .select(count.as('count'))
    .where('users.id', '>', cursor)
    .where(isMember)
    .orderBy('users.id')
    .limit(limit)
    .execute();
}

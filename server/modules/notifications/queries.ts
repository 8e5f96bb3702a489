import { type Selectable, sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/access-level-order.ts';
import { userAccess } from '#server/authorization/folder-access.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import type { FolderDigestsTable } from '#server/database/tables/outbox.ts';

/** Finds an active user who wants mails of this kind. */
export function findRecipient(ctx: Pick<Context, 'db' | 'mailer'>, userId: number, kind: Wish) {
  return selectRecipients(ctx, kind).where('users.id', '=', userId).executeTakeFirst();
}

type Wish = 'folder_access' | 'file_shared';

/**
 * Leaves out addresses that nobody confirmed, which may be those of somebody else. Without a mail server none can be, and mails
 * stay in the outbox.
 */
const selectRecipients = ({ db, mailer }: Pick<Context, 'db' | 'mailer'>, kind: Wish) =>
  db
    .selectFrom('users')
    .innerJoin('notification_preferences as wishes', 'wishes.user_id', 'users.id')
    .select(['users.id', 'users.username', 'users.email', 'users.is_admin'])
    .where('users.deleted_at', 'is', null)
    .$if(mailer !== undefined, (query) => query.where('users.email_verified_at', 'is not', null))
    .where('wishes.email_notifications', '=', 1)
    .where(`wishes.${kind}`, '=', 1);

export async function findPersonName(db: Database, userId: number): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select(personName('users').as('name'))
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return user?.name;
}

/** Finds the name and the address of an active user who has confirmed that the address is theirs. */
export function findVerifiedAddress(db: Database, userId: number) {
  return db
    .selectFrom('users')
    .select(['username', 'email'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
}

/**
 * Returns the progress of a folder's digests and locks it until the transaction ends: of two processes that send the
 * same digest, the second continues after the first. The first digest begins after `notifiedFileId`.
 */
export async function lockDigest(
  db: Database,
  folderId: number,
  notifiedFileId: number,
): Promise<Selectable<FolderDigestsTable>> {
  return db
    .insertInto('folder_digests')
    .values({ folder_id: folderId, last_notified_file_id: notifiedFileId })
    .onConflict((conflict) =>
      conflict
        .column('folder_id')
        .doUpdateSet((row) => ({ last_notified_file_id: row.ref('folder_digests.last_notified_file_id') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setDigest(
  db: Database,
  { folder_id, ...progress }: Selectable<FolderDigestsTable>,
): Promise<void> {
  await db.updateTable('folder_digests').set(progress).where('folder_id', '=', folder_id).execute();
}

/** Finds the newest file that was ever added to a folder. */
export async function findNewestFile(db: Database, folderId: number): Promise<number> {
  const row = await db
    .selectFrom('files')
    .select((select) => select.fn.max('id').as('id'))
    .where('folder_id', '=', folderId)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Finds the name of an active folder. */
export async function findFolderName(db: Database, folderId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('folders')
    .select('name')
    .where('id', '=', folderId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.name;
}

/** Counts the active files of a folder after one file id and up to another, by owner. */
export async function countNewFiles(
  db: Database,
  { folderId, afterFileId, untilFileId }: { folderId: number; afterFileId: number; untilFileId: number },
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('files')
    .select((select) => ['owner_id', select.fn.countAll<number>().as('count')])
    .where('folder_id', '=', folderId)
    .where('id', '>', afterFileId)
    .where('id', '<=', untilFileId)
    .where('deleted_at', 'is', null)
    .groupBy('owner_id')
    .execute();
  return new Map(rows.map((row) => [row.owner_id, row.count]));
}

export interface Recipient {
  readonly id: number;
  readonly email: string;
  readonly is_member: 0 | 1;
}

/**
 * Lists users who want notifications of new files, after the user `cursor`, and whether they are members: owners and
 * collaborators of the folder or of one above it, not administrators as such. Users who are not members are listed too,
 * so that a call reads at most `limit` users.
 */
export async function listRecipients(
  ctx: Pick<Context, 'db' | 'mailer'>,
  { folderId, cursor, limit }: { folderId: number; cursor: number; limit: number },
): Promise<Recipient[]> {
  const isMember = sql<0 | 1>`case when exists (
    with recursive ${ancestors(sql`${folderId}`)}
    select 1 from (${userAccess(sql.ref('users.id'), 'ancestors')}) access
    where id = ${folderId} and access_level >= ${sql.lit(ACCESS_LEVEL_ORDER.collaborator)}) then 1 else 0 end`;
  return selectRecipients(ctx, 'file_shared')
    .select(isMember.as('is_member'))
    .where('wishes.user_id', '>', cursor)
    .orderBy('wishes.user_id')
    .limit(limit)
    .execute();
}

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Context, Requester } from '#server/app/context.ts';
import { foldersOfRooms, withoutFilesOfRooms } from '#server/authorization/addresses/blocked-folders.ts';
import { findBlockedRoomIds } from '#server/authorization/addresses/find-blocked-rooms.ts';
import { linkScope } from '#server/authorization/folder-access.ts';
import { findArchiveOfLink } from '#server/authorization/links/archive-of-link.ts';
import { leadsIntoGroup } from '#server/authorization/links/group-of-link.ts';
import { filesOfLink } from '#server/authorization/links/linked-files.ts';
import { unpublishedFolders } from '#server/authorization/publication/published.ts';
import { isPublicSharingAllowed } from '#server/authorization/sessions.ts';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import { contentSender, scanState } from '#server/database/scan-state.ts';
import { columnsOf, LINK_COLUMNS } from '#server/database/tables/column-names.ts';
import type { LinkAttemptsTable, LinkCodesTable } from '#server/database/tables/links.ts';

export type AttemptRow = Selectable<LinkAttemptsTable>;

/** Finds a link that is neither revoked, disabled nor expired, and whose owner has an account. */
export function findOpenLink(db: Database, slugHash: Buffer, now: number) {
  return db
    .selectFrom('links')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'links.owner_id').on('users.deleted_at', 'is', null),
    )
    .select(columnsOf('links', LINK_COLUMNS))
    .select([personName('users').as('sender'), isPublicSharingAllowed.as('allows_public')])
    .where('slug_hash', '=', slugHash)
    .where('links.deleted_at', 'is', null)
    .where('links.disabled_at', 'is', null)
    .where((where) => where.or([where('links.expires_at', 'is', null), where('links.expires_at', '>', now)]))
    .executeTakeFirst();
}

/** Finds the id of a link whether or not it is open. */
export async function findLinkId(db: Database, slugHash: Buffer): Promise<number | undefined> {
  const row = await db.selectFrom('links').select('id').where('slug_hash', '=', slugHash).executeTakeFirst();
  return row?.id;
}

/**
 * Returns whether the link still leads into a group, to an archive, or to a folder or file, for anybody or for somebody with this
 * confirmed address. What may not be read from the IP address of the request does not count.
 */
export async function hasReachableTarget(
  at: Pick<Context, 'db' | 'now' | 'address'>,
  linkId: number,
  address?: string,
): Promise<boolean> {
  const { db } = at;
  const blockedRoomIds = await findBlockedRoomIds(at);
  const reader = { now: at.now(), address, blockedRoomIds };
  if (await leadsIntoGroup(db, linkId, reader)) return true;
  if (await findArchiveOfLink(db, linkId, reader)) return true;
  const isReadableHere =
    blockedRoomIds.length === 0 ? sql`` : sql`and folder_scope.id not in ${foldersOfRooms(blockedRoomIds)}`;
  const { rows } = await sql`
    select 1 where exists (select 1 from ${linkScope(linkId, address)} folder_scope
        where folder_scope.id not in (${unpublishedFolders(sql`folders`, at)})
          ${isReadableHere})
      or exists (select 1 from ${withoutFilesOfRooms(blockedRoomIds, filesOfLink(linkId, at, address))} file_scope)`.execute(
    db,
  );
  return rows.length > 0;
}

/** Finds the file of a link to nothing else, as far as its pages are drawn from it. */
export async function findOnlyFile(db: Database, linkId: number, at: Pick<Requester, 'now'>) {
  const [target, another] = await db
    .selectFrom('link_targets')
    .select('entry_kind')
    .where('link_id', '=', linkId)
    .limit(2)
    .execute();
  if (target?.entry_kind !== 'file' || another) return undefined;
  return db
    .selectFrom('files')
    .select(['name', 'blob_key', 'owner_id', scanState, contentSender])
    .where(sql<boolean>`files.id in ${filesOfLink(linkId, at)}`)
    .executeTakeFirst();
}

export function findAttempt(
  db: Database,
  tokenHash: Buffer,
  link: { id: number; requirements_version: number },
  now: number,
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('link_attempts')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('link_id', '=', link.id)
    .where('requirements_version', '=', link.requirements_version)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export const findAttemptByHash = (db: Database, tokenHash: Buffer): Promise<AttemptRow | undefined> =>
  db.selectFrom('link_attempts').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

export async function insertAttempt(db: Database, attempt: Insertable<LinkAttemptsTable>): Promise<void> {
  await db.insertInto('link_attempts').values(attempt).execute();
}

/** Changes an attempt, which may give it another token; returns false if another request did so first. */
export async function setAttempt(
  db: Database,
  tokenHash: Buffer,
  values: Updateable<LinkAttemptsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('link_attempts')
    .set(values)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function removeAttempt(db: Database, tokenHash: Buffer): Promise<boolean> {
  await removeCode(db, tokenHash);
  const { numDeletedRows } = await db
    .deleteFrom('link_attempts')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function removeExpiredAttempts(db: Database, now: number): Promise<void> {
  for (const table of ['link_codes', 'link_attempts'] as const)
    await db.deleteFrom(table).where('expires_at', '<=', now).execute();
}

export async function insertCode(db: Database, code: Insertable<LinkCodesTable>): Promise<void> {
  await db.insertInto('link_codes').values(code).execute();
}

/** Stores the code that is about to be mailed; returns false if the attempt has another address by now. */
export async function setCode(
  db: Database,
  { token_hash, email_key }: AttemptRow,
  values: { code_hash: Buffer; expires_at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('link_codes')
    .set(values)
    .where('attempt_token_hash', '=', token_hash)
    .where('email_key', '=', email_key)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts a guess before it is compared, so that of simultaneous ones no more are compared than the limit allows. */
export function countGuess(db: Database, { token_hash, email_key }: AttemptRow, now: number) {
  return db
    .updateTable('link_codes')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('attempt_token_hash', '=', token_hash)
    .where('email_key', '=', email_key)
    .where('expires_at', '>', now)
    .returning(['code_hash', 'attempts', 'expires_at'])
    .executeTakeFirst();
}

/** Returns false if the code was used by another request. */
export async function removeCode(db: Database, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('link_codes')
    .where('attempt_token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { filesLinkedTo } from '#server/authorization/links/linked-files.ts';
import { fileFoldersOf, hasAccessByFile } from '#server/authorization/visible-to.ts';
import { type Database, isPostgres } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import { type Actor, rootOwnerId } from '#shared/policies/actor.ts';

/** With fewer files, going through all of them is quicker than collecting those of the visible folders. */
const MANY_FILES = 50_000;
/** With more visible folders, the first visible files are found soon by going through all. */
const MANY_FOLDERS = 1_000;

/** Tells whether a list must not go through all files; ids are not reused. */
export async function hasManyFiles(db: Database): Promise<boolean> {
  const [newest] = await selectNewest(db, {});
  return newest !== undefined && newest.id > MANY_FILES;
}

const selectNewest = prepareQuery((db) => db.selectFrom('files').select('id').orderBy('id', 'desc').limit(1));

const afterCursor = ({ cursor }: PageRequest, files: 'first' | 'placed' | 'own') =>
  cursor === undefined ? sql`` : sql`and ${sql.ref(`${files}.id`)} < ${cursor}`;

const ownInRoot = (actor: Actor, page: PageRequest) => sql`select own.id from files own
  where own.folder_id is null and own.owner_id = ${rootOwnerId(actor) ?? 0} and own.deleted_at is null ${afterCursor(page, 'own')}`;

const placed = (
  page: PageRequest,
) => sql`select placed.id from visible join files placed on placed.folder_id = visible.id
  where placed.deleted_at is null ${afterCursor(page, 'placed')}`;

/** The first files of all that meet a condition on `first`. */
const firstOfAll = (condition: RawBuilder<unknown>, page: PageRequest) => sql`select first.id from files first
  where first.deleted_at is null ${afterCursor(page, 'first')} and ${condition} order by first.id desc limit ${page.limit + 1}`;

/** With `is true`, PostgreSQL asks it of one file after another, in place of joining and sorting all files. */
const isPlaced = sql`(first.folder_id in (select visible.id from visible)) is true`;

/**
 * The condition that a file is among the first of a list, for actors who have the access of its folder. It changes no result:
 * PostgreSQL takes the files in their order, and would compare the folder of each with all visible ones, since a hashed join
 * keeps no order. `visible` is the table of a `with` clause.
 */
export function isAmongFirst({ actor }: Requester, page: PageRequest): RawBuilder<SqlBool> {
  const isOwn = sql`(first.folder_id is null and first.owner_id = ${rootOwnerId(actor) ?? 0})`;
  return sql<SqlBool>`files.id in (${firstOfAll(sql`(${isPlaced} or ${isOwn})`, page)})`;
}

/**
 * The same for installations with many files, and for all actors but administrators: the files are collected by the visible
 * folders, so that a user who sees few of them does not wait for a look at all files. Where access differs between the files of a
 * folder, the condition leaves all of them.
 */
export function isAmongVisible(db: Database, requester: Requester, page: PageRequest): RawBuilder<SqlBool> {
  const { actor } = requester;
  // An order would make SQLite go through all files.
  if (hasAccessByFile(actor) || !isPostgres(db)) {
    const linked =
      actor.kind === 'visitor'
        ? sql`union all select id from ${filesLinkedTo(actor.invitationId, requester)} linked`
        : sql``;
    return sql<SqlBool>`files.id in (${placed(page)} union all ${ownInRoot(actor, page)} ${linked})`;
  }
  // Each file once: the limit counts them.
  const folders = sql`(select count(*) from visible)`;
  const ofMany = sql`${folders} > ${sql.lit(MANY_FOLDERS)} and ${isPlaced}`;
  return sql<SqlBool>`files.id in (select id from (
    ${placed(page)} and ${folders} <= ${sql.lit(MANY_FOLDERS)} union all ${ownInRoot(actor, page)}
    union all select id from (${firstOfAll(ofMany, page)}) many
  ) candidates order by id desc limit ${page.limit + 1})`;
}

/** Tells the same as the condition on PostgreSQL: SQLite would run both parts of it. */
export async function hasManyFolders(db: Database, requester: Requester): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (select 1 from ${fileFoldersOf(requester)} limit ${sql.lit(MANY_FOLDERS + 1)}) seen`.execute(db);
  return (rows[0]?.count ?? 0) > MANY_FOLDERS;
}

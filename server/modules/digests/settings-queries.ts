import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import type { Reader } from '#server/authorization/readers/reader-of.ts';
import { visibleTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import type { DigestSettingsTable } from '#server/database/tables/digests.ts';

export type SettingRow = Selectable<DigestSettingsTable>;

export const findSetting = (db: Database, reader: Reader, rootId: number): Promise<SettingRow | undefined> =>
  db
    .selectFrom('digest_settings')
    .selectAll()
    .where('reader_kind', '=', reader.kind)
    .where('reader_id', '=', reader.id)
    .where('root_folder_id', '=', rootId)
    .executeTakeFirst();

export const findSettingByToken = (db: Database, hash: Buffer): Promise<SettingRow | undefined> =>
  db.selectFrom('digest_settings').selectAll().where('unsubscribe_token_hash', '=', hash).executeTakeFirst();

/** Lists the settings of a reader for some root folders. */
export async function listSettings(
  db: Database,
  reader: Reader,
  rootIds: readonly number[],
): Promise<SettingRow[]> {
  if (rootIds.length === 0) return [];
  return db
    .selectFrom('digest_settings')
    .selectAll()
    .where('reader_kind', '=', reader.kind)
    .where('reader_id', '=', reader.id)
    .where('root_folder_id', 'in', rootIds)
    .execute();
}

/** Inserts a setting unless the reader has one; returns that one. */
export async function insertSetting(
  db: Database,
  setting: Insertable<DigestSettingsTable>,
): Promise<SettingRow> {
  return db
    .insertInto('digest_settings')
    .values(setting)
    .onConflict((conflict) =>
      conflict
        .columns(['reader_kind', 'reader_id', 'root_folder_id'])
        .doUpdateSet((row) => ({ frequency: row.ref('digest_settings.frequency') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setSetting(
  db: Database,
  id: number,
  change: Partial<Pick<SettingRow, 'frequency' | 'hour' | 'time_zone'>>,
): Promise<void> {
  await db.updateTable('digest_settings').set(change).where('id', '=', id).execute();
}

interface DueState {
  readonly dueAt: number | null;
  /** Begins the next mail here; where the one before ended if absent. */
  readonly from?: { readonly position: number; readonly at: number };
}

/** Sets the next mail of a setting. */
export async function setDue(db: Database, settingId: number, { dueAt, from }: DueState): Promise<void> {
  const begin = from && { from_position: from.position, from_at: from.at };
  await db
    .insertInto('digests_due')
    .values({ setting_id: settingId, due_at: dueAt, from_position: 0, from_at: 0, ...begin })
    .onConflict((conflict) => conflict.column('setting_id').doUpdateSet({ due_at: dueAt, ...begin }))
    .execute();
}

export interface TopFolderRow {
  readonly id: number;
  readonly name: string;
  readonly root_id: number;
}

/** The folders that a reader sees as root folders, those that `matches`, with their root folder and how far below it they are. */
const topFolders = (requester: Requester, matches: RawBuilder<unknown>) => sql`
  with recursive seen as (select visible.id from ${visibleTo(requester)}),
    tops as (select folders.id, folders.name from folders join seen on seen.id = folders.id
      where (folders.parent_id is null or folders.parent_id not in (select id from seen)) ${matches}),
    up(id, name, at, depth) as (
      select tops.id, tops.name, tops.id, 0 from tops
      union all
      select up.id, up.name, folders.parent_id, up.depth + 1 from up join folders on folders.id = up.at
        where folders.parent_id is not null)
  select up.id, up.name, up.at as root_id from up join folders on folders.id = up.at where folders.parent_id is null`;

/** Lists the folders that a reader sees as root folders, after a cursor; returns one more than `limit`. */
export async function listTopFolders(
  db: Database,
  requester: Requester,
  { limit, cursor = 0 }: { limit: number; cursor?: number | undefined },
): Promise<TopFolderRow[]> {
  const isOnPage = sql`and folders.id > ${cursor} order by folders.id limit ${limit + 1}`;
  const { rows } = await sql<TopFolderRow>`${topFolders(requester, isOnPage)} order by up.id`.execute(db);
  return rows;
}

/** Finds the folder that a reader sees as the root folder of a room: the root itself, or the first below it. */
export async function findTopFolder(
  db: Database,
  requester: Requester,
  rootId: number,
): Promise<Pick<TopFolderRow, 'id' | 'name'> | undefined> {
  const { rows } = await sql<TopFolderRow>`${topFolders(requester, sql``)} and up.at = ${rootId}
    order by up.depth, up.id limit 1`.execute(db);
  return rows[0];
}

/** Tells whether one of these entries is in a root folder. */
export async function isAnyInRoot(
  db: Database,
  rootId: number,
  { folderIds, fileIds }: { folderIds: readonly number[]; fileIds: readonly number[] },
): Promise<boolean> {
  const places = sql`select folder_id from files where id in (${sql.join([0, ...fileIds])})
    union select id from folders where id in (${sql.join([0, ...folderIds])})`;
  const { rows } = await sql`with recursive ${ancestors(places)}
    select id from ancestors where id = ${rootId}`.execute(db);
  return rows.length > 0;
}

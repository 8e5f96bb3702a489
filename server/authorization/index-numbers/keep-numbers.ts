import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { ENTRY_ORDER, type EntryKey, entriesIn } from './entry-order.ts';

/** Bounds the folders of a statement, and the rows that it inserts. */
const MAX_FOLDERS = 100;
const MAX_ROWS = 500;

/**
 * Stores the numbers of what is in these folders, for those in a room with frozen numbers: what was added gets the next one, what
 * was removed leaves its number behind, and what has come back has its own again. Every change of a folder calls it in its
 * transaction. Needs the lock `folder-tree`.
 */
export async function keepNumbers(ctx: Context, folderIds: readonly (number | null)[]): Promise<void> {
  const changed = [...new Set(folderIds)].filter((id) => id !== null);
  let open: number[] = [];
  for (let at = 0; at < changed.length; at += MAX_ROWS)
    open.push(...(await listInFrozenRooms(ctx.db, changed.slice(at, at + MAX_ROWS))));
  // What is new in a folder may have been filled elsewhere.
  while (open.length > 0) {
    const batch = open.slice(0, MAX_FOLDERS);
    open = [...(await keepNumbersIn(ctx, batch)), ...open.slice(MAX_FOLDERS)];
  }
}

/** Returns those of the folders that are in a room whose numbers are frozen. */
async function listInFrozenRooms(db: Database, folderIds: readonly number[]): Promise<number[]> {
  const [folderId] = folderIds;
  const rows =
    folderId !== undefined && folderIds.length === 1
      ? await selectInFrozenRoom(db, { folderId })
      : (await inFrozenRooms(folderIds).execute(db)).rows;
  return rows.map(({ origin }) => origin);
}

const inFrozenRooms = (folderIds: readonly number[]) => sql<{
  origin: number;
}>`with recursive up(origin, id, parent_id) as (
    select id, id, parent_id from folders where id in (${sql.join(folderIds)})
    union all
    select up.origin, f.id, f.parent_id from folders f join up on f.id = up.parent_id
  )
  select up.origin from up join rooms on rooms.folder_id = up.id
    where up.parent_id is null and rooms.frozen_at is not null`;

const selectInFrozenRoom = prepareQuery((_, { folderId }: { folderId: number }) => inFrozenRooms([folderId]));

/** Brings the numbers of some folders up to date; returns the folders in them that were added or have come back. */
async function keepNumbersIn(ctx: Context, folderIds: readonly number[]): Promise<number[]> {
  const parents = sql.join(folderIds);
  const { rows: returned } = await sql<EntryKey>`update frozen_numbers set withdrawn_at = null
    where parent_id in (${parents}) and withdrawn_at is not null and ${IS_THERE}
    returning entry_kind as kind, entry_id as id`.execute(ctx.db);
  await sql`update frozen_numbers set withdrawn_at = ${ctx.now()}, name = coalesce(${CURRENT_NAME}, name)
    where parent_id in (${parents}) and withdrawn_at is null and not ${IS_THERE}`.execute(ctx.db);
  const added = await appendNumbers(ctx.db, parents);
  return [...returned, ...added].flatMap(({ kind, id }) => (kind === 'folder' ? id : []));
}

/** Tells whether the entry of a row is in its folder. An entry that is in the trash together with its folder has not left it. */
const isInPlace = (table: string, parent: string): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<SqlBool>`exists (select 1 from ${sql.table(table)} where ${column('id')} = frozen_numbers.entry_id
    and ${column(parent)} = frozen_numbers.parent_id
    and (${column('deleted_at')} is null or ${column('deleted_with_folder_id')} is not null))`;
};

const IS_THERE = sql<SqlBool>`(case frozen_numbers.entry_kind when 'folder' then ${isInPlace('folders', 'parent_id')}
  when 'file' then ${isInPlace('files', 'folder_id')}
  else exists (select 1 from placeholders where placeholders.id = frozen_numbers.entry_id
    and placeholders.folder_id = frozen_numbers.parent_id and placeholders.deleted_at is null) end)`;

const nameIn = (table: string) =>
  sql`(select named.name from ${sql.table(table)} as named where named.id = frozen_numbers.entry_id)`;
const CURRENT_NAME = sql`case frozen_numbers.entry_kind when 'folder' then ${nameIn('folders')}
  when 'file' then ${nameIn('files')} else ${nameIn('placeholders')} end`;

interface NewEntry extends EntryKey {
  readonly parent_id: number;
  readonly name: string;
  /** The greatest place of its folder. */
  readonly last: number;
}

/** Gives each entry without a number the next one of its folder. */
async function appendNumbers(db: Database, parents: RawBuilder<unknown>): Promise<NewEntry[]> {
  const { rows } = await sql<NewEntry>`select entries.kind, entries.id, entries.parent_id, entries.name,
      coalesce((select max(place) from frozen_numbers where frozen_numbers.parent_id = entries.parent_id), 0) as last
    from (${entriesIn(parents)}) as entries
    where not exists (select 1 from frozen_numbers where frozen_numbers.parent_id = entries.parent_id
      and frozen_numbers.entry_kind = entries.kind and frozen_numbers.entry_id = entries.id)
    order by entries.parent_id, ${ENTRY_ORDER}`.execute(db);
  const last = new Map<number, number>();
  const numbered = rows.map(({ kind, id, parent_id, name, last: before }) => {
    const place = (last.get(parent_id) ?? before) + 1;
    last.set(parent_id, place);
    return { parent_id, place, entry_kind: kind, entry_id: id, name };
  });
  for (let at = 0; at < numbered.length; at += MAX_ROWS)
    await db
      .insertInto('frozen_numbers')
      .values(numbered.slice(at, at + MAX_ROWS))
      .execute();
  return rows;
}

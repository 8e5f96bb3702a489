import { type RawBuilder, type SqlBool, sql } from 'kysely';

export type EntryKind = 'folder' | 'file' | 'placeholder';

/** A folder, file or placeholder, as the property of a result or a parameter. */
export interface EntryKey {
  readonly kind: EntryKind;
  readonly id: number;
}

/** Restricts the entries that are counted. */
export interface CountedEntries {
  /**
   * A condition on folders and placeholders, the rows `places`, joined with `visible` by `in_folder`: the folder itself, or that
   * of the placeholder. One condition for both, because the access to folders is a long query, and SQLite limits how many it
   * expands.
   */
  readonly places: RawBuilder<SqlBool>;
  /** A condition on `files` joined with `visible`. */
  readonly files: RawBuilder<SqlBool>;
  /** The join of `visible`, by a folder, that both read. */
  join(folderId: RawBuilder<unknown>): RawBuilder<unknown>;
}

const ACTIVE: CountedEntries = {
  places: sql`places.deleted_at is null`,
  files: sql`files.deleted_at is null`,
  join: () => sql``,
};

/** Includes entries in the trash, which are restored to their places. */
export const WITH_TRASH: CountedEntries = {
  places: sql`1 = 1`,
  files: sql`1 = 1`,
  join: () => sql``,
};

/**
 * The entries of the folders `parents`, by default the active ones, with the values by which they are sorted. A position counts
 * in its own folder only: what a node of an earlier version moved is sorted as if it had none.
 */
export const entriesIn = (parents: RawBuilder<unknown>, counted = ACTIVE, parentsOfFiles = parents) => sql`
  select places.kind, places.id, places.parent_id, places.name, places.created_at, places.deleted_at, places.order_key from (
    select 'folder' as kind, folders.id, folders.id as in_folder, folders.parent_id, folders.name, folders.created_at,
      folders.deleted_at, placed.order_key
      from folders left join entry_positions as placed on placed.entry_kind = 'folder'
        and placed.entry_id = folders.id and placed.parent_id = folders.parent_id
      where folders.parent_id in (${parents})
    union all
    select 'placeholder', placeholders.id, placeholders.folder_id, placeholders.folder_id, placeholders.name,
      placeholders.created_at, null, placed.order_key
      from placeholders left join entry_positions as placed on placed.entry_kind = 'placeholder'
        and placed.entry_id = placeholders.id and placed.parent_id = placeholders.folder_id
      where placeholders.folder_id in (${parents}) and placeholders.deleted_at is null
  ) as places ${counted.join(sql`places.in_folder`)} where ${counted.places}
  union all
  select 'file', files.id, files.folder_id, files.name, files.created_at, files.deleted_at, placed.order_key
    from files ${counted.join(sql`files.folder_id`)} left join entry_positions as placed on placed.entry_kind = 'file'
      and placed.entry_id = files.id and placed.parent_id = files.folder_id
    where files.folder_id in (${parentsOfFiles}) and ${counted.files}`;

/** Sorts `entries`. Those without a position follow those with one, in the order of creation: what is new is appended. */
export const ENTRY_ORDER = sql`case when order_key is null then 1 else 0 end, order_key, created_at, kind desc, entries.id`;

/** An entry with the values by which it is sorted. */
export interface EntryInOrder extends EntryKey {
  readonly order_key: string | null;
  readonly created_at: number;
}

/** Compares as `ENTRY_ORDER` does. Keys are ASCII, so that the order of their UTF-16 units is that of their bytes. */
export function compareEntries(a: EntryInOrder, b: EntryInOrder): number {
  if (a.order_key !== b.order_key) {
    if (a.order_key === null) return 1;
    if (b.order_key === null) return -1;
    return a.order_key < b.order_key ? -1 : 1;
  }
  if (a.created_at !== b.created_at) return a.created_at - b.created_at;
  if (a.kind !== b.kind) return a.kind > b.kind ? -1 : 1;
  return a.id - b.id;
}

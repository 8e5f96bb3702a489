import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { type FolderAccessRow, filePlaces, folderAccess } from '#server/authorization/folder-access.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import { selfAndDescendants } from '#server/authorization/folder-descendants.ts';
import { fileFoldersOf, visibleTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { isAdmin } from '#shared/policies/actor.ts';

/** The folders that a list of changes considers: a few, or all. Both are read with the expression of the access rule. */
export interface Places {
  readonly ofFiles: AliasedRawBuilder<FolderAccessRow, 'visible'>;
  readonly ofFolders: AliasedRawBuilder<FolderAccessRow, 'visible'>;
  /** Limits the list to the content of one folder. */
  readonly isWithin: (column: string) => RawBuilder<SqlBool>;
}

/** Beyond this many changes, reading all folders of the actor is faster than those above each entry. */
const MAX_CHANGES_TO_WALK_UP = 1_000;

/**
 * Finds the places of the entries that changed. After a short absence these are few folders, and the rest of a large room is
 * not read.
 */
export async function findPlaces(
  db: Database,
  requester: Requester,
  isNews: RawBuilder<SqlBool>,
  within: number | undefined,
): Promise<Places> {
  const { rows } = await sql<{ id: number | null }>`
    select case when changes.entry_kind = 'folder' then changes.entry_id else files.folder_id end as id
    from changes left join files on changes.entry_kind = 'file' and files.id = changes.entry_id
    where ${isNews} order by changes.position desc limit ${MAX_CHANGES_TO_WALK_UP + 1}`.execute(db);
  if (rows.length > MAX_CHANGES_TO_WALK_UP || isAdmin(requester.actor))
    return {
      ofFiles: fileFoldersOf(requester),
      ofFolders: visibleTo(requester),
      isWithin: (column) =>
        within === undefined
          ? sql`1 = 1`
          : sql`${sql.ref(column)} in (${selfAndDescendants([within], ACTIVE)})`,
    };
  const ids = [0, ...new Set(rows.flatMap(({ id }) => id ?? []))];
  return {
    ofFiles: amongAncestors(ids, filePlaces(requester, 'ancestors'), within),
    ofFolders: amongAncestors(ids, folderAccess(requester, 'ancestors'), within),
    // The folders above have been left out already; a file outside folders is in no folder.
    isWithin: (column) => (within === undefined ? sql`1 = 1` : sql`visible.id = ${sql.ref(column)}`),
  };
}

const ACTIVE = sql`(select id, parent_id from folders where deleted_at is null)`;

/** The access to some folders, without those in the trash and those outside a folder. */
function amongAncestors(
  ids: readonly number[],
  access: RawBuilder<FolderAccessRow>,
  within: number | undefined,
): AliasedRawBuilder<FolderAccessRow, 'visible'> {
  const inside = sql`with recursive inside(id) as (
    select id from ancestors where id = ${within ?? 0}
    union select below.id from ancestors below join inside on below.parent_id = inside.id) select id from inside`;
  return sql<FolderAccessRow>`(with recursive ${ancestors(sql.join(ids))}
    select * from (${access}) as places
    where id not in (with recursive gone(id) as (
        select id from ancestors where deleted_at is not null
        union select below.id from ancestors below join gone on below.parent_id = gone.id) select id from gone)
      and ${within === undefined ? sql`1 = 1` : sql`id in (${inside})`})`.as('visible');
}

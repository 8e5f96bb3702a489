import { type RawBuilder, sql } from 'kysely';
import { activeDescendants } from '#server/authorization/folder-descendants.ts';
import { hidesPersons } from '#server/authorization/publication/hidden-persons.ts';
import type { Database } from '#server/database/open-database.ts';
import { displayName } from '#server/database/person-name.ts';
import { inWindow, isInWindow, type ViewsWindow } from './views-window-queries.ts';

/** The views that count: those of others than the file's owner and `actorId`, in the folder and below it. */
export interface FolderViews {
  readonly folderId: number;
  readonly actorId: number;
  /** Only these of them. */
  readonly window?: ViewsWindow;
}

export interface ViewsPage {
  readonly limit: number;
  readonly cursor: number | undefined;
}

/** The views that count, with their files, as the end of a `from` clause. */
export const countedViews = ({ actorId, window }: FolderViews, columns: RawBuilder<unknown> = sql``) => sql`
  from file_views as v join files on files.id = v.file_id ${columns}
  where files.deleted_at is null and ${inWindow(sql`files.folder_id`, window)} in (select id from below)
    and v.viewer_id is distinct from files.owner_id and v.viewer_id is distinct from ${actorId}
    and ${isInWindow(sql`v.id`, window)}`;

/** Identifies a viewer by the account id, or else by the e-mail address. */
export const VIEWER_KEY = sql`coalesce(v.viewer_email, cast(v.viewer_id as text))`;

/** Joins the view times of the pages. */
export const TIMES = sql`left join page_times on page_times.view_id = v.id`;

export interface FolderViewRow {
  readonly id: number;
  readonly file_id: number;
  readonly viewed_at: number;
  readonly viewer_email: string | null;
  readonly version: number | null;
  readonly viewer_name: string | null;
  readonly viewer_avatar: string | null;
  readonly viewer_display_name: string | null;
  readonly is_hidden: 0 | 1;
  readonly owner_display_name: string | null;
  readonly name: string;
  readonly size: number;
  readonly owner_name: string;
  readonly ms: number;
}

/** Lists views newest first, or oldest first after the cursor; one more than `limit`. */
export async function listViewsInFolder(
  db: Database,
  wanted: FolderViews,
  { limit, cursor, order }: ViewsPage & { readonly order: 'newest' | 'oldest' },
): Promise<FolderViewRow[]> {
  const isNewest = order === 'newest';
  const { rows } = await sql<FolderViewRow>`with recursive ${activeDescendants(sql`${wanted.folderId}`)}
    select v.id, v.file_id, v.viewed_at, v.viewer_email, v.version, viewers.username as viewer_name, files.name, files.size,
      viewers.avatar_token as viewer_avatar, ${displayName('viewers')} as viewer_display_name,
      owners.username as owner_name, ${displayName('owners')} as owner_display_name,
      (select coalesce(sum(ms), 0) from page_times where view_id = v.id) as ms,
      ${hidesPersons(sql`${wanted.folderId}`)} as is_hidden
    ${countedViews(
      wanted,
      sql`join users as owners on owners.id = files.owner_id left join users as viewers on viewers.id = v.viewer_id`,
    )}
      and ${cursor === undefined ? sql`1 = 1` : isNewest ? sql`v.id < ${cursor}` : sql`v.id > ${cursor}`}
    order by v.id ${isNewest ? sql`desc` : sql`asc`} limit ${limit + 1}`.execute(db);
  return rows;
}

import { type RawBuilder, sql } from 'kysely';
import { activeDescendants } from '#server/authorization/folder-descendants.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { hidesPersons } from '#server/authorization/publication/hidden-persons.ts';
import type { Database } from '#server/database/open-database.ts';
import { displayName } from '#server/database/person-name.ts';
import { countedViews, type FolderViews } from './folder-views-queries.ts';
import { isInWindow, type ViewsWindow } from './views-window-queries.ts';

/** The views of one viewer of one file within a window. */
export interface ViewPart {
  /** The id of the newest of them. */
  readonly id: number;
  readonly viewer_id: number | null;
  readonly viewer_email: string | null;
  readonly viewer_name: string | null;
  readonly viewer_avatar: string | null;
  readonly viewer_display_name: string | null;
  readonly is_hidden: 0 | 1;
  readonly file_id: number;
  readonly name: string;
  readonly views: number;
  readonly ms: number;
  readonly first_viewed_at: number;
  readonly last_viewed_at: number;
}

interface Source {
  readonly tables?: RawBuilder<unknown>;
  /** The end of a `from` clause with the views `v` and `files`. */
  readonly views: RawBuilder<unknown>;
  readonly folderId: number | null;
}

async function listParts(db: Database, { tables, views, folderId }: Source): Promise<readonly ViewPart[]> {
  const { rows } = await sql<ViewPart>`with recursive ${tables ? sql`${tables},` : sql``}
    timed as (
      select v.id, v.viewer_id, v.viewer_email, v.viewed_at, v.file_id, files.name,
        (select coalesce(sum(ms), 0) from page_times where view_id = v.id) as ms ${views}),
    parts as (
      select max(id) as id, viewer_id, viewer_email, file_id, name, count(*) as views, sum(ms) as ms,
        min(viewed_at) as first_viewed_at, max(viewed_at) as last_viewed_at
      from timed group by viewer_id, viewer_email, file_id, name)
    select parts.*, viewers.username as viewer_name, viewers.avatar_token as viewer_avatar,
      ${displayName('viewers')} as viewer_display_name, ${hidesPersons(sql`${folderId}`)} as is_hidden
    from parts left join users as viewers on viewers.id = parts.viewer_id order by parts.id desc`.execute(db);
  return rows;
}

export interface HeatPart {
  readonly file_id: number;
  readonly page: number;
  readonly ms: number;
}

/** Sums the view times of the pages of these files. */
export async function listHeatParts(
  db: Database,
  wanted: Windowed<FolderViews>,
  fileIds: readonly number[],
): Promise<readonly HeatPart[]> {
  const { rows } = await sql<HeatPart>`with recursive ${activeDescendants(sql`${wanted.folderId}`)}
    select v.file_id, page_times.page, sum(page_times.ms) as ms
    ${countedViews(wanted, sql`join page_times on page_times.view_id = v.id`)}
      and v.file_id in (${sql.join(fileIds)})
    group by v.file_id, page_times.page`.execute(db);
  return rows;
}

export interface SeenPage {
  readonly viewer_id: number | null;
  readonly viewer_email: string | null;
  readonly page: number;
}

/** Lists the pages of a file that each viewer saw. */
export async function listSeenPages(db: Database, file: WindowOfFile): Promise<readonly SeenPage[]> {
  const { rows } = await sql<SeenPage>`select distinct v.viewer_id, v.viewer_email, page_times.page
    from file_views as v join files on files.id = v.file_id join page_times on page_times.view_id = v.id
    where ${isOfOthers(file)}`.execute(db);
  return rows;
}

type Windowed<Views> = Views & { readonly window: ViewsWindow };

type WindowOfFile = Windowed<Pick<LoadedFile, 'id' | 'folder_id'>>;

/** The condition on the views `v` that others than the owner have of a file. */
const isOfOthers = ({ id, window }: WindowOfFile) =>
  sql`v.file_id = ${id} and v.viewer_id is distinct from files.owner_id and ${isInWindow(sql`v.id`, window)}`;

/** Lists the parts of the views of files in a folder and below it, newest first. */
export const listPartsInFolder = (
  db: Database,
  wanted: Windowed<FolderViews>,
): Promise<readonly ViewPart[]> =>
  listParts(db, {
    tables: activeDescendants(sql`${wanted.folderId}`),
    views: countedViews(wanted),
    folderId: wanted.folderId,
  });

/** Lists the parts of the views of a file by others than its owner, newest first. */
export const listPartsOfFile = (db: Database, file: WindowOfFile): Promise<readonly ViewPart[]> =>
  listParts(db, {
    views: sql`from file_views as v join files on files.id = v.file_id where ${isOfOthers(file)}`,
    folderId: file.folder_id,
  });

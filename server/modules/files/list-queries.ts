import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import type { ObjectAccess } from '#server/authorization/access-level.ts';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/access-level-order.ts';
import { filePlaces } from '#server/authorization/folder-access.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import { allowDownload } from '#server/authorization/grants/room-downloads.ts';
import { publishedBy } from '#server/authorization/publication/published.ts';
import {
  fileFoldersOf,
  fileLevelOf,
  hasAccessByFile,
  isFolderVisible,
  isVisibleFile,
} from '#server/authorization/visible-to.ts';
import { type Database, isPostgres } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { scanState } from '#server/database/scan-state.ts';
import type { ScanState } from '#shared/domain/scans/scan-states.ts';
import { groupIdsOf, isAdmin } from '#shared/policies/actor.ts';
import {
  hasManyFiles,
  hasManyFolders,
  isAmongFirst,
  isAmongVisible,
  type Page,
} from './first-files-queries.ts';
import type { FileRow } from './queries.ts';

/** Columns for lists. Excerpt, title and blob keys are left out: they would be most of the bytes of a long list. */
const PRESENTED_COLUMNS = [
  'id',
  'name',
  'size',
  'allow_download',
  'folder_id',
  'owner_id',
  'created_at',
  'modified_at',
  'index_status',
  'index_reason',
  'ocr_state',
  'ocr_engine',
  'ocr_languages',
  'ocr_confidence',
  'published_at',
  'current_version',
] as const;
const LISTED_COLUMNS = PRESENTED_COLUMNS.map((column) =>
  column === 'allow_download' ? allowDownload : (`files.${column}` as const),
);

export interface PresentedFile extends Pick<FileRow, (typeof PRESENTED_COLUMNS)[number]> {
  readonly scan_state: ScanState;
}

/** Row of a file list, with the actor's access level as a number. */
export interface ListedFile extends PresentedFile {
  readonly accessLevel: number;
  readonly owner_name: string;
  /** In a room; see `findNumbers`. */
  readonly number?: string | undefined;
  readonly isInRoom?: boolean;
  /** In a closed room, for its staff. */
  readonly isReadOnly?: boolean;
  /** The access of a member of a group to the folder. */
  readonly place?: ObjectAccess | undefined;
  /** See `findNewFiles`. */
  readonly isNew?: boolean;
  /** See `findAncestorNamesOfFiles`. */
  readonly ancestorNames?: string[];
}

/** Returns a further condition by which the database finds the files of a list sooner; undefined where it needs none. */
async function findCandidates(
  db: Database,
  requester: Requester,
  { rootOnly, ...page }: Page & { rootOnly: boolean },
): Promise<RawBuilder<SqlBool> | undefined> {
  const { actor } = requester;
  const isByFile = hasAccessByFile(actor);
  // An index has the files outside folders, and SQLite refuses subqueries that are nested as deep as those of visitors would be.
  if (isAdmin(actor) || (rootOnly && !isByFile) || (actor.kind === 'visitor' && !isPostgres(db)))
    return undefined;
  if (await hasManyFiles(db)) {
    const isScan = !isByFile && !isPostgres(db) && (await hasManyFolders(db, requester));
    return isScan ? undefined : isAmongVisible(db, requester, page);
  }
  return isByFile || !isPostgres(db) ? undefined : isAmongFirst(requester, page);
}

/** Lists visible files, newest first; `rootOnly` leaves out those in folders. Returns one row more than `limit`. */
export async function listVisibleFiles(
  db: Database,
  requester: Requester,
  { rootOnly, ...page }: Page & { rootOnly: boolean },
): Promise<ListedFile[]> {
  const { actor } = requester;
  const { limit, cursor } = page;
  const userId = actor.kind === 'user' ? actor.id : 0;
  const level = fileLevelOf(requester);
  // A file in a hidden folder that a link or a level of its own shows is listed without the folder.
  const isOutside = hasAccessByFile(actor)
    ? sql<SqlBool>`not ${isFolderVisible(requester)}`
    : sql<SqlBool>`1 = 0`;
  const isLinked = actor.kind === 'visitor' ? isOutside : sql`1 = 0`;
  const inRoot =
    groupIdsOf(actor).length > 0
      ? sql<SqlBool>`(files.folder_id is null or ${isOutside})`
      : sql<SqlBool>`files.folder_id is null`;
  const candidates = await findCandidates(db, requester, { rootOnly, ...page });
  // Materialized where it is read twice. PostgreSQL overestimates the walk over the folders so far that beside it all joins with
  // it look equal, and then compares each file with each folder; of a table that is there it knows better.
  return db
    .with(
      (cte) => (candidates ? cte('visible').materialized() : cte('visible')),
      (query) => query.selectFrom(fileFoldersOf(requester)).selectAll(),
    )
    .selectFrom('files')
    .leftJoin('visible', 'visible.id', 'files.folder_id')
    .innerJoin('users', 'users.id', 'files.owner_id')
    .select(LISTED_COLUMNS)
    .select([
      scanState,
      personName('users').as('owner_name'),
      sql<number>`case when ${level} > 0 then ${level}
        when files.folder_id is null and files.owner_id = ${userId} then ${sql.lit(ACCESS_LEVEL_ORDER.owner)}
        when ${isLinked} then ${sql.lit(ACCESS_LEVEL_ORDER.visitor)} else 0 end`.as('accessLevel'),
      sql<number | null>`case when ${isOutside} then null else files.folder_id end`.as('folder_id'),
    ])
    .where('files.deleted_at', 'is', null)
    .where(isVisibleFile(requester))
    .$if(rootOnly, (query) => query.where(inRoot))
    .$if(candidates !== undefined, (query) => query.where(candidates ?? sql<SqlBool>`1 = 1`))
    .$if(cursor !== undefined, (query) => query.where('files.id', '<', cursor ?? 0))
    .orderBy('files.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Lists the files of a loaded folder; they have its access level. Drafts are left out with `publishedAt`. */
export function listFilesIn(
  db: Database,
  folder: { id: number; accessLevel: number },
  { limit, cursor, publishedAt }: Page & { publishedAt: Pick<Requester, 'now'> | undefined },
): Promise<ListedFile[]> {
  const rows = { ...folder, rows: limit + 1 };
  if (publishedAt)
    return filesIn(db, rows)
      .where(publishedBy(publishedAt)('files'))
      .$if(cursor !== undefined, (query) => query.where('files.id', '<', cursor ?? 0))
      .execute();
  return cursor === undefined ? selectFirstIn(db, rows) : selectNextIn(db, { ...rows, cursor });
}

interface FilesIn {
  readonly id: number;
  readonly accessLevel: number;
  readonly rows: number;
}

const selectFirstIn = prepareQuery((db, folder: FilesIn) => filesIn(db, folder));
const selectNextIn = prepareQuery((db, page: FilesIn & { readonly cursor: number }) =>
  filesIn(db, page).where('files.id', '<', page.cursor),
);

function filesIn(db: Database, folder: FilesIn) {
  return db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.owner_id')
    .select(LISTED_COLUMNS)
    .select([
      scanState,
      sql<number>`${folder.accessLevel}`.as('accessLevel'),
      personName('users').as('owner_name'),
    ])
    .where('folder_id', '=', folder.id)
    .where('files.deleted_at', 'is', null)
    .orderBy('files.id', 'desc')
    .limit(folder.rows);
}

/** Lists those files of a folder that the actor may see, for actors whose access differs between them. */
export async function listVisibleFilesIn(
  db: Database,
  requester: Requester,
  folderId: number,
  { limit, cursor }: Page,
): Promise<ListedFile[]> {
  const level = fileLevelOf(requester);
  const { rows } = await sql<ListedFile>`with recursive ${ancestors(sql`${folderId}`)}
    select ${sql.join(LISTED_COLUMNS.map((column) => (typeof column === 'string' ? sql.ref(column) : sql`${column}`)))}, ${scanState}, ${level} as "accessLevel",
      ${personName('users')} as owner_name
    from files join users on users.id = files.owner_id join (${filePlaces(requester, 'ancestors')}) visible on visible.id = files.folder_id
    where files.folder_id = ${folderId} and files.deleted_at is null and ${level} > 0
      ${cursor === undefined ? sql`` : sql`and files.id < ${cursor}`}
    order by files.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

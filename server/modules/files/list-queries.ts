import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import type { ObjectAccess } from '#server/authorization/access-level.ts';
import { ACCESS_LEVEL_ORDER, OWNER_LEVEL } from '#server/authorization/access-level-order.ts';
import { allowDownload } from '#server/authorization/grants/room-downloads.ts';
import {
  fileFoldersOf,
  fileLevelOf,
  hasAccessByFile,
  isFolderVisible,
  isVisibleFile,
} from '#server/authorization/visible-to.ts';
import { type Database, isPostgres } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import { packRows, unpackRows } from '#server/database/prepared/packed-rows.ts';
import { scanState } from '#server/database/scan-state.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { ScanState } from '#shared/domain/scans/scan-states.ts';
import { groupIdsOf, isAdmin } from '#shared/policies/actor.ts';
import { hasManyFiles, hasManyFolders, isAmongFirst, isAmongVisible } from './first-files-queries.ts';
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
/** The columns of `PresentedFile` but `scanState`. */
export const LISTED_COLUMNS = PRESENTED_COLUMNS.map((column) =>
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
  readonly managesRoom?: true | undefined;
  /** In a closed room, for its staff. */
  readonly isReadOnly?: boolean;
  /** The access of a member of a group to the folder. */
  readonly place?: ObjectAccess | undefined;
  /** See `findNewFiles`. */
  readonly isNew?: boolean;
  /** See `findAncestorNamesOfFiles`. */
  readonly ancestorNames?: string[];
}

export interface FoundFiles {
  readonly files: ListedFile[];
  /** Tells whether the actor has visited anything, where the statement that found the files says so. */
  readonly hasVisits?: boolean;
}

/** The names of all columns of a list. */
export const LISTED_NAMES = [
  ...PRESENTED_COLUMNS,
  'scan_state',
  'accessLevel',
  'owner_name',
] as const satisfies (keyof ListedFile)[];

/** Returns a further condition by which the database finds the files of a list sooner; undefined where it needs none. */
async function findCandidates(
  db: Database,
  requester: Requester,
  { rootOnly, ...page }: PageRequest & { rootOnly: boolean },
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
  { rootOnly, ...page }: PageRequest & { rootOnly: boolean },
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
  const query = db
    .with(
      (cte) => (candidates ? cte('visible').materialized() : cte('visible')),
      (query) => query.selectFrom(fileFoldersOf(requester)).selectAll(),
    )
    .selectFrom('files')
    .leftJoin('visible', 'visible.id', 'files.folder_id')
    .innerJoin('users', 'users.id', 'files.owner_id')
    .select(LISTED_COLUMNS.filter((column) => column !== 'files.folder_id'))
    .select([
      scanState,
      personName('users').as('owner_name'),
      sql<number>`case when ${level} > 0 then ${level}
        when files.folder_id is null and files.owner_id = ${userId} then ${OWNER_LEVEL}
        when ${isLinked} then ${sql.lit(ACCESS_LEVEL_ORDER.visitor)} else 0 end`.as('accessLevel'),
      sql<number | null>`case when ${isOutside} then null else files.folder_id end`.as('folder_id'),
    ])
    .where('files.deleted_at', 'is', null)
    .where(isVisibleFile(requester))
    .$if(rootOnly, (query) => query.where(inRoot))
    .$if(candidates !== undefined, (query) => query.where(candidates ?? sql<SqlBool>`1 = 1`))
    .$if(cursor !== undefined, (query) => query.where('files.id', '<', cursor ?? 0))
    .orderBy('files.id', 'desc')
    .limit(limit + 1);
  if (!isPostgres(db)) return query.execute();
  return unpackRows((await packRows(query, LISTED_NAMES).execute(db)).rows, LISTED_NAMES);
}

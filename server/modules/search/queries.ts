import { type Selectable, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { allDescendants } from '#server/authorization/folder-descendants.ts';
import { hasOnlyOwnAccess, plainRequester } from '#server/authorization/grants/ancestor-rows.ts';
import { visibleTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { contentSender, scanState } from '#server/database/scan-state.ts';
import { FILE_COLUMNS } from '#server/database/tables/column-names.ts';
import type { FilesTable, IndexStatus } from '#server/database/tables/documents.ts';
import type { ScanState } from '#shared/domain/scans/scan-states.ts';
import { type OcrOutcome, ocrColumns } from './ocr/queries.ts';

export type FileRow = Selectable<FilesTable> & {
  readonly scan_state: ScanState;
  readonly sent_by: number | null;
};

/** Finds the file whose content a job is about; nothing once another version is current, which has a job of its own. */
export async function findFileToRead(
  db: Database,
  { fileId, blobKey }: { fileId: number; blobKey?: string | undefined },
): Promise<FileRow | undefined> {
  const file = await findFile(db, fileId);
  return blobKey === undefined || file?.blob_key === blobKey ? file : undefined;
}

/** Finds a file without authorization, for indexing only; nothing of it may reach an actor unchecked. */
export const findFile = async (db: Database, id: number): Promise<FileRow | undefined> =>
  (await selectFile(db, { id }))[0];

const filesWithScan = (db: Database) =>
  db.selectFrom('files').select(FILE_COLUMNS).select([scanState, contentSender]);
const selectFile = prepareQuery((db, { id }: { id: number }) => filesWithScan(db).where('id', '=', id));

/** Finds files by their ids, which may be many, in no particular order. */
export function listFiles(db: Database, ids: readonly number[]): Promise<FileRow[]> {
  const [id] = ids;
  if (id !== undefined && ids.length === 1) return selectFile(db, { id });
  return filesWithScan(db)
    .where('id', 'in', [...ids])
    .execute();
}

interface ExtractionOutcome {
  status: IndexStatus;
  reason: string | null;
  textBlobKey: string | null;
  title: string | null;
  excerpt: string | null;
  ocr: OcrOutcome | null;
}

export async function setExtractionOutcome(
  db: Database,
  fileId: number,
  extracted: ExtractionOutcome,
): Promise<void> {
  const { ocr, ...outcome } = extracted;
  await updateOutcome(db, { fileId, ...outcome, ...ocrColumns(ocr) });
}

const updateOutcome = prepareQuery(
  (
    db,
    outcome: Omit<ExtractionOutcome, 'ocr'> & ReturnType<typeof ocrColumns> & { readonly fileId: number },
  ) =>
    db
      .updateTable('files')
      .set({
        index_status: outcome.status,
        index_reason: outcome.reason,
        text_blob_key: outcome.textBlobKey,
        document_title: outcome.title,
        excerpt: outcome.excerpt,
        ocr_state: outcome.ocr_state,
        ocr_engine: outcome.ocr_engine,
        ocr_languages: outcome.ocr_languages,
        ocr_confidence: outcome.ocr_confidence,
      })
      .where('id', '=', outcome.fileId),
);

/** Removes the row of a blob; the maintenance removes its object a day later, when no backup needs it any more. */
export async function releaseBlob(db: Database, key: string, now: number): Promise<void> {
  await db.insertInto('unreferenced_objects').values({ key, unreferenced_at: now }).execute();
  await db.deleteFrom('blobs').where('key', '=', key).execute();
}

/** Lists the names of a folder and the folders above it, from the root down. */
export async function listFolderNames(db: Database, folderId: number | null): Promise<string[]> {
  if (folderId === null) return [];
  return (await selectFolderNames(db, { folderId })).map((row) => row.name);
}

const selectFolderNames = prepareQuery(
  (_, { folderId }: { folderId: number }) => sql<{ name: string }>`
    with recursive up(id, parent_id, name, depth) as (
      select id, parent_id, name, 0 from folders where id = ${folderId}
      union all
      select f.id, f.parent_id, f.name, up.depth + 1 from folders f join up on f.id = up.parent_id where up.depth < 1000
    ) select name from up order by depth desc`,
);

export const folderIdsWithin = (folderId: number) =>
  sql<{ id: number }>`with recursive ${allDescendants(sql`${folderId}`)} select id from below`;

/** Lists the ids of a folder and of every folder below it. */
export async function listFolderIdsWithin(db: Database, folderId: number): Promise<number[]> {
  const { rows } = await folderIdsWithin(folderId).execute(db);
  return rows.map((row) => row.id);
}

/** Joins the ids of a column into one value: transferring thousands of rows would take longer than finding them. */
const joinIds = (column: ReturnType<typeof sql>) =>
  sql<string | null>`string_agg(cast(${column} as text), ',')`;

const splitIds = (ids: string | null): number[] => ids?.split(',').map(Number) ?? [];

/**
 * The id of a requester whose queries are built once; undefined for administrators and everybody of whom more than the id
 * decides.
 */
const plainUserId = ({ actor }: Requester): number | undefined =>
  actor.kind === 'user' && !actor.isAdmin && hasOnlyOwnAccess(actor) ? actor.id : undefined;

const visibleIds = (db: Database, requester: Requester) =>
  db.selectFrom(visibleTo(requester)).select(joinIds(sql.ref('visible.id')).as('ids'));
const selectVisibleIds = prepareQuery((db, { userId }: { userId: number }) =>
  visibleIds(db, plainRequester(userId)),
);

export async function listVisibleFolderIds(db: Database, requester: Requester): Promise<number[]> {
  const userId = plainUserId(requester);
  const [row] =
    userId === undefined ? await visibleIds(db, requester).execute() : await selectVisibleIds(db, { userId });
  return splitIds(row?.ids ?? null);
}

const visibleMatching = (db: Database, requester: Requester, pattern: string) =>
  db
    .selectFrom(visibleTo(requester))
    .innerJoin('folders', 'folders.id', 'visible.id')
    .select([
      joinIds(sql`folders.id`).as('visible'),
      joinIds(sql`case when lower(folders.name) like lower(${pattern}) escape '\\' then folders.id end`).as(
        'naming',
      ),
    ]);
const selectVisibleMatching = prepareQuery((db, { userId, pattern }: { userId: number; pattern: string }) =>
  visibleMatching(db, plainRequester(userId), pattern),
);

/**
 * Lists the folders that the actor may see, and those among them whose names contain what was typed, oldest first. SQLite
 * ignores case for ASCII letters only.
 */
export async function listVisibleFoldersMatching(
  db: Database,
  requester: Requester,
  typed: string,
): Promise<{ visible: number[]; naming: number[] }> {
  const pattern = `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
  const userId = plainUserId(requester);
  const [row] =
    userId === undefined
      ? await visibleMatching(db, requester, pattern).execute()
      : await selectVisibleMatching(db, { userId, pattern });
  const { visible = null, naming = null } = row ?? {};
  return { visible: splitIds(visible), naming: splitIds(naming).sort((one, other) => one - other) };
}

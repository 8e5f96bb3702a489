import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { contentSender, scanState } from '#server/database/scan-state.ts';
import { FILE_COLUMNS } from '#server/database/tables/column-names.ts';
import type { FilesTable } from '#server/database/tables/documents.ts';
import { fileTypeOf } from '#shared/domain/file-type.ts';
import { FILE_FORBIDDEN, FILE_NOT_FOUND } from '#shared/domain/messages.ts';
import { isWithheld, type ScanState } from '#shared/domain/scans/scan-states.ts';
import { type FileAction, type FileResource, filePolicy } from '#shared/policies/files.ts';
import type { ObjectAccess } from './access-level.ts';
import { authorize } from './authorize.ts';
import { type FileAccess, findFileAccess, type KnownFolder } from './file-access.ts';
import { assertNotClosed } from './grants/assert-not-closed.ts';
import { assertBytesScanned, assertScanned } from './scans/assert-scanned.ts';

/** A file with the content of one of its versions: of the current one, unless `loadFileVersion` returned it. */
export interface LoadedFile extends Selectable<FilesTable>, ObjectAccess {
  /** The number of the version that name, size and blob describe. */
  readonly version: number;
  /** The virus scan of that version's content. Where it is withheld, text, title and excerpt are left out. */
  readonly scan_state: ScanState;
  /** The sender of that content, if not the owner. */
  readonly sent_by: number | null;
  readonly isInRoom: boolean;
  readonly roomId?: FileAccess['roomId'];
  readonly roomState?: FileAccess['roomState'];
  readonly managesRoom?: FileAccess['managesRoom'];
  readonly forbidsDownloads?: FileAccess['forbidsDownloads'];
  readonly watermarksPages?: FileAccess['watermarksPages'];
  readonly seesVersions?: FileAccess['seesVersions'];
}

const SOME_FILE_NOT_FOUND = 'At least one of these files could not be found.';
const SOME_FILE_FORBIDDEN = "This action isn't allowed for at least one of these files.";
const FORBIDDEN: Readonly<Record<FileAction, string>> = {
  view: FILE_FORBIDDEN,
  download: 'You can view information about this file, but download is restricted.',
  downloadOriginal: 'You can download this file only as a PDF with a watermark.',
  downloadAsPdf: 'You can view information about this file, but download is restricted.',
  viewOnline: "Download of this file is restricted, so it can't be opened in the online viewer.",
  viewWithoutWatermark: 'You can view the pages of this file only with a watermark.',
  downloadWithoutWatermark: 'You can download this PDF only with a watermark.',
  rename: "Only the file's owner, the managers of its room or an administrator can rename it.",
  addVersion: "Only the file's owner, the staff of its room or an administrator can add a version.",
  restoreVersion: "Only the file's owner, the staff of its room or an administrator can restore a version.",
  withdrawVersion: "Only the file's owner, the staff of its room or an administrator can withdraw a version.",
  recognizeText: 'Only members of its folder can have the text of this file recognized.',
  seeVersions: 'You can see only the current version of this file.',
  seeUnpublishedVersions: 'You can see only the published versions of this file.',
  seeWithdrawnVersions: 'You can see only the versions of this file that are not withdrawn.',
  move: "Only the file's owner, the managers of its room or an administrator can move it.",
  delete: "Only the file's owner, the managers of its room or an administrator can delete it.",
  setAllowDownload: 'Only administrators can change whether a file may be downloaded.',
  share: "You don't have permission to share this file.",
  seeViews: "Only the file's owner or an administrator can see who viewed it.",
};

/** Actions that send the bytes of a file: only once they are scanned, where a virus scanner is configured. */
const SENDS_BYTES: ReadonlySet<FileAction> = new Set(['download', 'downloadOriginal', 'downloadAsPdf']);

/** Refuses an action that would send content which is withheld because of a virus scan. */
export function assertScannedFor(ctx: Context, action: FileAction, file: LoadedFile): void {
  // The viewer of another company would get them too.
  if (action === 'viewOnline') assertScanned(file);
  else if (SENDS_BYTES.has(action)) assertBytesScanned(ctx.actor, file);
}

/** Leaves out what was read from content that is withheld. */
export const withoutWithheldText = <T extends Pick<LoadedFile, 'scan_state'>>(file: T): T =>
  isWithheld(file.scan_state) ? { ...file, text_blob_key: null, document_title: null, excerpt: null } : file;

/**
 * Returns a file with the actor's access level, or refuses. Use cases get files in no other way. The folder may be known.
 */
export async function loadFile(
  ctx: Context,
  id: number,
  action: FileAction,
  folder?: KnownFolder,
): Promise<LoadedFile> {
  const file = await loadFileOfAnyState(ctx, id, action, folder);
  assertScannedFor(ctx, action, file);
  return file;
}

/** Returns a file like `loadFile` whatever its virus scan found: for those who then load another version of it. */
export async function loadFileOfAnyState(
  ctx: Context,
  id: number,
  action: FileAction,
  folder?: KnownFolder,
): Promise<LoadedFile> {
  const [file] = await findFiles(ctx, [id], folder);
  const [mayView, mayAct] = [isAllowed(ctx, file, 'view'), isAllowed(ctx, file, action)];
  authorize(mayView, mayAct, { notFound: FILE_NOT_FOUND, forbidden: FORBIDDEN[action] });
  if (!file) throw new AppError('not-found', FILE_NOT_FOUND);
  assertNotClosed('file', action, file);
  return file;
}

/**
 * Returns several files, or refuses all of them without saying which one it is about. Takes two statements. `ids` must
 * be distinct.
 */
export async function loadFiles(
  ctx: Context,
  ids: readonly number[],
  action: FileAction,
): Promise<readonly LoadedFile[]> {
  const files = await findFiles(ctx, ids);
  authorize(
    files.length === ids.length && files.every((file) => isAllowed(ctx, file, 'view')),
    files.every((file) => isAllowed(ctx, file, action)),
    { notFound: SOME_FILE_NOT_FOUND, forbidden: `${SOME_FILE_FORBIDDEN} ${FORBIDDEN[action]}` },
  );
  for (const file of files) {
    assertNotClosed('file', action, file);
    assertScannedFor(ctx, action, file);
  }
  return files;
}

/** Returns those of the files that the actor may see, in the order of their ids. */
export async function loadVisibleFiles(ctx: Context, ids: readonly number[]): Promise<readonly LoadedFile[]> {
  if (ids.length === 0) return [];
  return (await findFiles(ctx, ids)).filter((file) => isAllowed(ctx, file, 'view'));
}

/** Returns a file that the actor has just uploaded, also while only the staff of its room see it. */
export async function loadUploaded(ctx: Context, id: number): Promise<LoadedFile> {
  const [file] = await findFiles(ctx, [id]);
  if (!file) throw new AppError('not-found', FILE_NOT_FOUND);
  return file;
}

export const toFileResource = (file: LoadedFile): FileResource => ({
  accessLevel: file.accessLevel,
  ownerId: file.owner_id,
  allowDownload: file.allow_download === 1,
  fileType: fileTypeOf(file.name),
  groupAccess: file.groupAccess,
  isInRoom: file.isInRoom,
  roomId: file.roomId,
  managesRoom: file.managesRoom,
  watermarksPages: file.watermarksPages,
  seesVersions: file.seesVersions,
});

const isAllowed = (ctx: Context, file: LoadedFile | undefined, action: FileAction): boolean =>
  file !== undefined && filePolicy[action](ctx.actor, toFileResource(file));

const activeFiles = (db: Database) =>
  db
    .selectFrom('files')
    .select(FILE_COLUMNS)
    .select([scanState, contentSender])
    .where('deleted_at', 'is', null);

const selectActiveFile = prepareQuery((db, { id }: { id: number }) => activeFiles(db).where('id', '=', id));

/** Finds the files that are not deleted, in the order of their ids, whether or not the actor may see them. */
async function findFiles(ctx: Context, ids: readonly number[], folder?: KnownFolder): Promise<LoadedFile[]> {
  const [id] = ids;
  const rows =
    id !== undefined && ids.length === 1
      ? await selectActiveFile(ctx.db, { id })
      : await activeFiles(ctx.db).where('id', 'in', ids).orderBy('id').execute();
  const accessTo = await findFileAccess(ctx, rows, folder);
  return rows.map((row) => {
    const access = accessTo(row);
    // The rule of a room is the ceiling, as the setting of a file is.
    const allow_download = access.forbidsDownloads ? 0 : row.allow_download;
    return withoutWithheldText({ ...row, ...access, allow_download, version: row.current_version });
  });
}

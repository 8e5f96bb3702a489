import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { FilesTable } from '#server/database/tables/documents.ts';
import { FILE_FORBIDDEN, FILE_NOT_FOUND } from '#shared/domain/messages.ts';
import { type AccessLevel, isSelf } from '#shared/policies/actor.ts';
import { type FileAction, type FileResource, filePolicy } from '#shared/policies/files.ts';
import { effectiveAccessLevel, findFolderChains } from './access-level.ts';
import { authorize } from './authorize.ts';

export interface LoadedFile extends Selectable<FilesTable> {
  readonly accessLevel: AccessLevel;
}

const SOME_FILE_NOT_FOUND = 'One of these files could not be found.';
const SOME_FILE_FORBIDDEN = "This can't be done with one of these files.";
const FORBIDDEN: Readonly<Record<FileAction, string>> = {
  view: FILE_FORBIDDEN,
  download: 'You can view information about this file, but download is restricted.',
  viewOnline: 'Download of this file is restricted, so no online viewer gets it.',
  viewWithoutWatermark: 'The pages of this file carry your name when you view them.',
  downloadWithoutWatermark: 'This PDF can only be downloaded with your name in it.',
  rename: "Only the file's owner or an administrator can rename it.",
  move: "Only the file's owner or an administrator can move it.",
  delete: "Only the file's owner or an administrator can delete it.",
  setAllowDownload: 'Only administrators can change whether a file may be downloaded.',
  seeViews: "Only the file's owner or an administrator can see who viewed it.",
};

/** The only door to a file: the row together with the actor's standing, or a refusal. */
export async function loadFile(ctx: Context, id: number, action: FileAction): Promise<LoadedFile> {
  const [file] = await findFiles(ctx, [id]);
  const [mayView, mayAct] = [isAllowed(ctx, file, 'view'), isAllowed(ctx, file, action)];
  authorize(mayView, mayAct, { notFound: FILE_NOT_FOUND, forbidden: FORBIDDEN[action] });
  if (!file) throw new AppError('not-found', FILE_NOT_FOUND);
  return file;
}

/**
 * Several files at once, in two statements: all of them or a refusal that does not say which one it is about. Each id
 * must be named once.
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
  return files;
}

/** Of these files the ones that the actor may see at this moment; the rights are looked up from the files upwards. */
export async function loadVisibleFiles(ctx: Context, ids: readonly number[]): Promise<readonly LoadedFile[]> {
  if (ids.length === 0) return [];
  return (await findFiles(ctx, ids)).filter((file) => isAllowed(ctx, file, 'view'));
}

export const toFileResource = (file: LoadedFile): FileResource => ({
  accessLevel: file.accessLevel,
  ownerId: file.owner_id,
  allowDownload: file.allow_download === 1,
});

const isAllowed = (ctx: Context, file: LoadedFile | undefined, action: FileAction): boolean =>
  file !== undefined && filePolicy[action](ctx.actor, toFileResource(file));

/** The living ones in the order in which they were made; nobody was asked yet whether the actor may see them. */
async function findFiles(ctx: Context, ids: readonly number[]): Promise<LoadedFile[]> {
  const rows = await ctx.db
    .selectFrom('files')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const folderIds = new Set(rows.flatMap(({ folder_id }) => folder_id ?? []));
  const chains = await findFolderChains(ctx.db, ctx.actor, [...folderIds]);
  return rows.map((row) => ({ ...row, accessLevel: accessLevelAt(ctx, row, chains) }));
}

/** A file has its folder's standing; in the root it is its owner's alone. */
function accessLevelAt(
  ctx: Context,
  file: Selectable<FilesTable>,
  chains: Awaited<ReturnType<typeof findFolderChains>>,
): AccessLevel {
  if (file.folder_id === null) return isSelf(ctx.actor, file.owner_id) ? 'owner' : 'none';
  return effectiveAccessLevel(chains.get(file.folder_id) ?? []);
}

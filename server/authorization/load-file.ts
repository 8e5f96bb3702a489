import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { FilesTable } from '#server/database/tables/documents.ts';
import { FILE_ABSENT, FILE_FORBIDDEN } from '#shared/domain/messages.ts';
import { isSelf, type Standing } from '#shared/policies/actor.ts';
import { type FileAction, type FileResource, filePolicy } from '#shared/policies/files.ts';
import { authorize } from './authorize.ts';
import { findChains, strongestOf } from './access-level.ts';

export interface LoadedFile extends Selectable<FilesTable> {
  readonly standing: Standing;
}

const ABSENT_AMONG = 'One of these files could not be found.';
const FORBIDDEN_AMONG = "This can't be done with one of these files.";
const FORBIDDEN: Readonly<Record<FileAction, string>> = {
  view: FILE_FORBIDDEN,
  download: 'You can view information about this file, but download is restricted.',
  viewOnline: 'Download of this file is restricted, so no online viewer gets it.',
  viewUnmarked: 'The pages of this file carry your name when you view them.',
  downloadUnmarked: 'This PDF can only be downloaded with your name in it.',
  rename: "Only the file's owner or an administrator can rename it.",
  move: "Only the file's owner or an administrator can move it.",
  delete: "Only the file's owner or an administrator can delete it.",
  setAllowDownload: 'Only administrators can change whether a file may be downloaded.',
  seeViews: "Only the file's owner or an administrator can see who viewed it.",
};

/** The only door to a file: the row together with the actor's standing, or a refusal. */
export async function loadFile(ctx: Context, id: number, action: FileAction): Promise<LoadedFile> {
  const [file] = await findFiles(ctx, [id]);
  const [mayView, mayAct] = [may(ctx, file, 'view'), may(ctx, file, action)];
  authorize(mayView, mayAct, { absent: FILE_ABSENT, forbidden: FORBIDDEN[action] });
  if (!file) throw new AppError('not-found', FILE_ABSENT);
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
    files.length === ids.length && files.every((file) => may(ctx, file, 'view')),
    files.every((file) => may(ctx, file, action)),
    { absent: ABSENT_AMONG, forbidden: `${FORBIDDEN_AMONG} ${FORBIDDEN[action]}` },
  );
  return files;
}

/** Of these files the ones that the actor may see at this moment; the rights are looked up from the files upwards. */
export async function loadVisibleFiles(ctx: Context, ids: readonly number[]): Promise<readonly LoadedFile[]> {
  if (ids.length === 0) return [];
  return (await findFiles(ctx, ids)).filter((file) => may(ctx, file, 'view'));
}

export const resourceOf = (file: LoadedFile): FileResource => ({
  standing: file.standing,
  ownerId: file.owner_id,
  allowDownload: file.allow_download === 1,
});

const may = (ctx: Context, file: LoadedFile | undefined, action: FileAction): boolean =>
  file !== undefined && filePolicy[action](ctx.actor, resourceOf(file));

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
  const chains = await findChains(ctx.db, ctx.actor, [...folderIds]);
  return rows.map((row) => ({ ...row, standing: standingAt(ctx, row, chains) }));
}

/** A file has its folder's standing; in the root it is its owner's alone. */
function standingAt(
  ctx: Context,
  file: Selectable<FilesTable>,
  chains: Awaited<ReturnType<typeof findChains>>,
): Standing {
  if (file.folder_id === null) return isSelf(ctx.actor, file.owner_id) ? 'owner' : 'none';
  return strongestOf(chains.get(file.folder_id) ?? []);
}

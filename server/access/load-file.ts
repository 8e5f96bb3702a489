import type { Selectable } from 'kysely';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import type { FilesTable } from '#server/platform/db/tables/documents.ts';
import { isSelf, type Standing } from '#shared/policies/actor.ts';
import { type FileAction, filePolicy } from '#shared/policies/files.ts';
import { authorize } from './authorize.ts';
import { findChain, strongestOf } from './standing.ts';

export interface LoadedFile extends Selectable<FilesTable> {
  readonly standing: Standing;
}

const ABSENT = 'The requested file could not be found.';
const FORBIDDEN: Readonly<Record<FileAction, string>> = {
  view: "You don't have permission to view this file.",
  download: 'You can view information about this file, but download is restricted.',
  viewUnmarked: 'The pages of this file carry your name when you view them.',
  downloadUnmarked: 'This PDF can only be downloaded with your name in it.',
  move: "Only the file's owner or an administrator can move it.",
  delete: "Only the file's owner or an administrator can delete it.",
  setAllowDownload: 'Only administrators can change whether a file may be downloaded.',
};

/** The only door to a file: the row together with the actor's standing, or a refusal. */
export async function loadFile(ctx: Context, id: number, action: FileAction): Promise<LoadedFile> {
  const row = await ctx.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', ABSENT);
  const standing = await standingAt(ctx, row);
  const file = { ...row, standing };
  authorize(mayWith(ctx, file, 'view'), mayWith(ctx, file, action), {
    absent: ABSENT,
    forbidden: FORBIDDEN[action],
  });
  return file;
}

/** Whether the actor may do something else, too, with a file that was loaded for them. */
export function mayWith(ctx: Pick<Context, 'actor'>, file: LoadedFile, action: FileAction): boolean {
  const resource = {
    standing: file.standing,
    ownerId: file.owner_id,
    allowDownload: file.allow_download === 1,
  };
  return filePolicy[action](ctx.actor, resource);
}

/** A file has its folder's standing; in the root it is its owner's alone. */
async function standingAt(ctx: Context, file: Selectable<FilesTable>): Promise<Standing> {
  if (file.folder_id === null) return isSelf(ctx.actor, file.owner_id) ? 'owner' : 'none';
  return strongestOf(await findChain(ctx.db, ctx.actor, file.folder_id));
}

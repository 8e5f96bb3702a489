import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { withExtension } from '#shared/domain/file-type.ts';
import { type FileAction, filePolicy } from '#shared/policies/files.ts';
import { type LoadedFile, loadFile, toFileResource } from './load-file.ts';

/** A version that the actor may not see is refused like one that never existed. */
export const versionNotFound = (): AppError => new AppError('not-found', 'The version could not be found.');

/**
 * Returns a file with the content of one version, for an action that the actor may do with the file. Who does not see
 * earlier versions gets the current one alone.
 */
export async function loadFileVersion(
  ctx: Context,
  id: number,
  number: number,
  action: FileAction,
): Promise<LoadedFile> {
  const file = await loadFile(ctx, id, action).catch((error: unknown) => {
    // The same answer for a file and for a version that the actor may not see.
    throw error instanceof AppError && error.code === 'not-found' ? versionNotFound() : error;
  });
  if (number === file.version) return file;
  if (!filePolicy.seeVersions(ctx.actor, toFileResource(file))) throw versionNotFound();
  return loadEarlierVersion(ctx, file, number);
}

/**
 * Refuses once the version of a file that is being sent is withdrawn. A version that was replaced meanwhile is sent to its
 * end, since its reader was allowed to read it.
 */
export async function assertVersionReadable(
  ctx: Context,
  id: number,
  number: number,
  action: FileAction,
): Promise<void> {
  const file = await loadFile(ctx, id, action);
  if (number !== file.version) await loadEarlierVersion(ctx, file, number);
}

async function loadEarlierVersion(ctx: Context, file: LoadedFile, number: number): Promise<LoadedFile> {
  const row = await ctx.db
    .selectFrom('file_versions')
    .select(['blob_key', 'size', 'extension', 'text_blob_key', 'index_status', 'withdrawn_at'])
    .where('file_id', '=', file.id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) throw versionNotFound();
  const { extension, index_status, withdrawn_at, ...content } = row;
  const maySee = withdrawn_at === null || filePolicy.seeWithdrawnVersions(ctx.actor, toFileResource(file));
  if (!maySee) throw versionNotFound();
  return {
    ...file,
    ...content,
    name: extension === null ? file.name : withExtension(file.name, extension),
    index_status: index_status ?? 'pending',
    index_reason: null,
    document_title: null,
    excerpt: null,
    version: number,
  };
}

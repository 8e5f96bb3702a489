import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { withExtension } from '#shared/domain/file-type.ts';
import { type FileAction, filePolicy } from '#shared/policies/files.ts';
import {
  assertScannedFor,
  type LoadedFile,
  loadFileOfAnyState,
  toFileResource,
  withoutWithheldText,
} from './load-file.ts';

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
  const file = await loadFileOfAnyState(ctx, id, action).catch((error: unknown) => {
    // The same answer for a file and for a version that the actor may not see.
    throw error instanceof AppError && error.code === 'not-found' ? versionNotFound() : error;
  });
  if (number !== file.version && !filePolicy.seeVersions(ctx.actor, toFileResource(file)))
    throw versionNotFound();
  const version = number === file.version ? file : await loadEarlierVersion(ctx, file, number);
  assertScannedFor(ctx, action, version);
  return version;
}

/**
 * Refuses once the version of a file that is being sent is withdrawn, or a virus was found in it. A version that was replaced meanwhile is sent to its
 * end, since its reader was allowed to read it.
 */
export async function assertVersionReadable(
  ctx: Context,
  id: number,
  number: number,
  action: FileAction,
): Promise<void> {
  const file = await loadFileOfAnyState(ctx, id, action);
  const version = number === file.version ? file : await loadEarlierVersion(ctx, file, number);
  assertScannedFor(ctx, action, version);
}

async function loadEarlierVersion(ctx: Context, file: LoadedFile, number: number): Promise<LoadedFile> {
  const row = await ctx.db
    .selectFrom('file_versions')
    .innerJoin('blobs', 'blobs.key', 'file_versions.blob_key')
    .select(['blob_key', 'file_versions.size', 'extension', 'text_blob_key', 'index_status', 'withdrawn_at'])
    .select('scan_state')
    .where('file_id', '=', file.id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) throw versionNotFound();
  const { extension, index_status, withdrawn_at, ...content } = row;
  const maySee = withdrawn_at === null || filePolicy.seeWithdrawnVersions(ctx.actor, toFileResource(file));
  if (!maySee) throw versionNotFound();
  return withoutWithheldText({
    ...file,
    ...content,
    name: extension === null ? file.name : withExtension(file.name, extension),
    index_status: index_status ?? 'pending',
    index_reason: null,
    document_title: null,
    excerpt: null,
    version: number,
  });
}

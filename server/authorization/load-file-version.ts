import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { withExtension } from '#shared/domain/file-type.ts';
import { type FileAction, filePolicy } from '#shared/policies/files.ts';
import { ancestors } from './folder-ancestors.ts';
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
  if (number !== file.version) await assertWasPublished(ctx, file, number);
  assertScannedFor(ctx, action, version);
  return version;
}

/**
 * Returns the instant before which readers saw nothing of a file, since it or a folder above it was a draft; `undefined` for
 * those who see all versions. A version that was replaced until then was never shown to a group.
 */
export async function findShownSince(ctx: Context, file: LoadedFile): Promise<number | undefined> {
  return filePolicy.seeUnpublishedVersions(ctx.actor, toFileResource(file))
    ? undefined
    : findPublishedSince(ctx, file);
}

/** Returns the instant since which a file and all folders above it are published. */
export async function findPublishedSince(ctx: Context, file: LoadedFile): Promise<number> {
  // Starts at the file itself: an actor may see it outside its folder.
  const folder = sql`select folder_id from files where id = ${file.id}`;
  const { rows } = await sql<{ at: number | null }>`with recursive ${ancestors(folder)}
    select max(published_at) as at from ancestors`.execute(ctx.db);
  return Math.max(Number(rows[0]?.at ?? 0), file.published_at ?? 0);
}

async function assertWasPublished(ctx: Context, file: LoadedFile, number: number): Promise<void> {
  if (filePolicy.seeUnpublishedVersions(ctx.actor, toFileResource(file))) return;
  if (!(await wasPublished(ctx, file, number))) throw versionNotFound();
}

/**
 * Tells whether groups could see a version that is not current: drafts, and what was replaced before the file was published, they
 * never saw.
 */
export async function wasPublished(ctx: Context, file: LoadedFile, number: number): Promise<boolean> {
  const since = await findPublishedSince(ctx, file);
  const shown = await ctx.db
    .selectFrom('file_versions')
    .select('number')
    .where('file_id', '=', file.id)
    .where('number', '=', number)
    .where('is_draft', '=', 0)
    .where('replaced_at', '>', since)
    .executeTakeFirst();
  return shown !== undefined;
}

/**
 * Refuses once the version of a file that is being sent is withdrawn, or a virus was found in it. A version that was replaced
 * meanwhile is sent to its end, since its reader was allowed to read it.
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
    .select(['scan_state', 'sent_by'])
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

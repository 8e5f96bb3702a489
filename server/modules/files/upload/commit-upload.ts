import type { Readable } from 'node:stream';
import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { KnownFolder } from '#server/authorization/file-access.ts';
import { loadUploadPlace, type UploadPlace } from '#server/authorization/groups/upload-place.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { placeUpload } from '#server/authorization/index-numbers/place-upload.ts';
import { type LoadedFile, loadFile, loadUploaded } from '#server/authorization/load-file.ts';
import {
  hideLateUpload,
  replacePlaceholder,
} from '#server/authorization/placeholders/replace-placeholder.ts';
import { reloadCaller, reloadUser } from '#server/authorization/reload-actor.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import type { UploadBatch } from '#shared/contracts/fields/upload-batch.ts';
import { countFilesIn, countRootFiles } from '../queries.ts';
import { discardBytes, type StoreOptions, storeBytes } from '../store-bytes.ts';
import { insertUploadedFile } from './insert-upload.ts';
import { publishFilesAdded } from './publish-files-added.ts';

export interface Placement {
  name: string;
  folderId: number | null;
  allowDownload: boolean;
  /** The placeholder in the folder that the file replaces, unless it was replaced meanwhile. */
  placeholderId?: number | undefined;
  batch?: UploadBatch | undefined;
}

/** Returns the current maximum size of a file in bytes. */
export async function maxUploadBytes(ctx: Context): Promise<number> {
  const { maxUploadSizeMB } = await loadSettings(ctx);
  return maxUploadSizeMB * 1024 * 1024;
}

/** Stores the bytes of an upload; no row refers to them yet. */
export async function storeUpload(
  ctx: Context,
  bytes: Readable,
  options: StoreOptions = {},
): Promise<StoredBlob> {
  const { maxBytes = Number.POSITIVE_INFINITY, ...others } = options;
  return storeBytes(ctx.blobs, bytes, Math.min(maxBytes, await maxUploadBytes(ctx)), others);
}

/** The target of an upload: a folder or the root for a new file, or the file that gets a new version. */
export type UploadTarget = { readonly folderId: number | null } | { readonly replaces: number };

/** Refuses when the actor may not add a file to the folder, or a version to the file, or the folder is full. */
export async function assertUploadAllowed(ctx: Context, target: UploadTarget): Promise<void> {
  if ('replaces' in target) {
    await loadFile(ctx, target.replaces, 'addVersion');
    return;
  }
  await admitFile(ctx, target.folderId);
}

/** Refuses when the actor may not add a file to the folder or the folder is full, and returns who the file belongs to. */
async function admitFile(ctx: Context, folderId: number | null): Promise<UploadPlace> {
  if (folderId === null) authorizeSystemAction(ctx.actor, 'addToRoot');
  const place = await loadUploadPlace(ctx, folderId);
  if (folderId !== null) await assertFolderCapacity(ctx, folderId);
  else if (ctx.actor.kind === 'user') await assertRootCapacity(ctx, [ctx.actor.id]);
  return place;
}

/** Repeats the checks with the reloaded actor after the bytes have arrived. */
export async function reauthorizeUpload(ctx: Context, target: UploadTarget) {
  const current = await reloadUser(ctx);
  await enforceMaintenanceMode(current);
  await assertUploadAllowed(current, target);
  return current;
}

/** The same for a new file, which members of groups without an account upload too. */
const reauthorizeUploader = (folderId: number | null) => async (ctx: Context) => {
  const current = await reloadCaller(ctx);
  await enforceMaintenanceMode(current);
  return { ...current, place: await admitFile(current, folderId) };
};

/** Refuses when the folder can't take `adding` more files. */
export async function assertFolderCapacity(ctx: Context, folderId: number, adding = 1): Promise<void> {
  const { maxFilesPerFolder } = await loadSettings(ctx);
  if ((await countFilesIn(ctx.db, folderId)) + adding > maxFilesPerFolder) {
    throw new AppError(
      'conflict',
      `This folder is full: it can contain at most ${maxFilesPerFolder} files. Choose another folder.`,
    );
  }
}

/** Refuses when the root of a user can't take more files; `ownerIds` has one for each file to add. */
export async function assertRootCapacity(ctx: Context, ownerIds: readonly number[]): Promise<void> {
  const { maxFilesPerFolder } = await loadSettings(ctx);
  const counts = await countRootFiles(ctx.db, [...new Set(ownerIds)]);
  for (const ownerId of ownerIds) counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1);
  if ([...counts.values()].every((count) => count <= maxFilesPerFolder)) return;
  throw new AppError(
    'conflict',
    `Home is full: it can contain at most ${maxFilesPerFolder} files outside folders. Choose a folder.`,
  );
}

/** A new file; for a placeholder, with whether it has taken its place. */
export type CommittedFile = LoadedFile & { readonly replacesPlaceholder?: boolean };

/**
 * Creates the file of the stored bytes in one transaction, which includes `alongside`; when it fails, the bytes are
 * removed.
 */
export function commitUpload(
  ctx: Context,
  blob: StoredBlob,
  placement: Placement,
  alongside?: (ctx: Context, file: { id: number; replacesPlaceholder?: boolean }) => Promise<void>,
): Promise<CommittedFile> {
  return commitAs(ctx, blob, reauthorizeUploader(placement.folderId), async ({ place, ...ctx }) => {
    const { ownerId, sender } = place;
    await assertQuota(ctx, ownerId, { bytes: blob.size, files: 1 });
    const file = await insertUploadedFile(ctx, blob, placement, place);
    const { placeholderId } = placement;
    const isReplaced =
      placeholderId !== undefined && !sender && (await replacePlaceholder(ctx, placeholderId, file));
    // Who was staff when the upload began.
    if (placeholderId !== undefined && sender) await hideLateUpload(ctx, placeholderId, file);
    if (!isReplaced) await placeUpload(ctx, file, placement, place);
    if (place.folder?.hasFrozenNumbers !== false) await keepNumbers(ctx, [file.folder_id]);
    await audit(ctx, {
      action: 'file.upload',
      object: { kind: 'file', id: file.id, name: file.name },
      details: {
        folderId: file.folder_id,
        size: blob.size,
        sha256: blob.sha256,
        ...(isReplaced && { placeholderId }),
        ...(sender && { groupId: sender.groupId, ...(sender.isInbox && { inbox: true }) }),
      },
    });
    if (file.folder_id !== null) await publishFilesAdded(ctx, file.folder_id, file.id);
    const outcome = placeholderId === undefined ? {} : { replacesPlaceholder: isReplaced };
    await alongside?.(ctx, { id: file.id, ...outcome });
    const loaded = sender
      ? await loadUploaded(ctx, file.id)
      : await loadFile(ctx, file.id, 'view', knownFolderOf(file, place));
    return { ...loaded, ...outcome };
  });
}

/** The folder of an upload, to which the access was read under the lock. */
const knownFolderOf = (
  { folder_id: id }: { readonly folder_id: number | null },
  { folder: access }: UploadPlace,
): KnownFolder | undefined => (id !== null && access ? { id, access } : undefined);

/**
 * Runs the transaction that refers to stored bytes, with permissions and limits checked again under the lock: meanwhile the
 * session may have ended, or the target been filled, moved or deleted. When it fails, the bytes are removed.
 */
export const commitBytes = <T>(
  ctx: Context,
  blob: StoredBlob,
  target: UploadTarget,
  work: (ctx: Awaited<ReturnType<typeof reauthorizeUpload>>) => Promise<T>,
): Promise<T> => commitAs(ctx, blob, (ctx) => reauthorizeUpload(ctx, target), work);

async function commitAs<Caller extends Context, T>(
  ctx: Context,
  blob: StoredBlob,
  reauthorize: (ctx: Context) => Promise<Caller>,
  work: (ctx: Caller) => Promise<T>,
): Promise<T> {
  try {
    return await withLock(ctx, 'folder-tree', async (ctx) => work(await reauthorize(ctx)));
  } catch (error) {
    await discardBytes(ctx, blob, error);
    throw error;
  }
}

import type { Readable } from 'node:stream';
import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { fileTypeOf } from '#shared/domain/file-type.ts';
import { countFilesIn, hasBlob, insertBlob, insertFile } from './queries.ts';
import { storeBytes } from './store-bytes.ts';

/** At most one notification of new files per folder in this time. */
const NOTIFICATION_DELAY_MS = 15 * 60 * 1000;

export interface Placement {
  name: string;
  folderId: number | null;
  allowDownload: boolean;
}

/** The most bytes that a file may have at this moment. */
export async function maxUploadBytes(ctx: Context): Promise<number> {
  const { maxUploadSizeMB } = await loadSettings(ctx);
  return maxUploadSizeMB * 1024 * 1024;
}

/** Stores an upload's bytes; nothing refers to them yet. */
export async function storeUpload(ctx: Context, bytes: Readable): Promise<StoredBlob> {
  return storeBytes(ctx.blobs, bytes, await maxUploadBytes(ctx));
}

/** Whether the actor may put another file there. */
export async function assertUploadAllowed(ctx: Context, folderId: number | null): Promise<void> {
  if (folderId === null) return authorizeSystemAction(ctx.actor, 'addToRoot');
  await loadFolder(ctx, folderId, 'addTo');
  await assertFolderCapacity(ctx, folderId);
}

/** Checks again, with the request's actor reloaded, what was checked before the bytes came. */
export async function reauthorizeUpload(ctx: Context, folderId: number | null) {
  const current = await reloadUser(ctx);
  await enforceMaintenanceMode(current);
  await assertUploadAllowed(current, folderId);
  return current;
}

/** `adding` is how many files are to come in. */
export async function assertFolderCapacity(ctx: Context, folderId: number, adding = 1): Promise<void> {
  const { maxFilesPerFolder } = await loadSettings(ctx);
  if ((await countFilesIn(ctx.db, folderId)) + adding > maxFilesPerFolder) {
    throw new AppError(
      'conflict',
      `This folder is full: it can contain at most ${maxFilesPerFolder} files. Choose another folder.`,
    );
  }
}

/** Many files make one job and one notification, `DIGEST_MS` after the first of them. */
const publishFilesAdded = (ctx: Context, folderId: number, fileId: number): Promise<void> =>
  publish(
    ctx,
    'folder.files_added',
    { folderId, fileId },
    { delayMs: NOTIFICATION_DELAY_MS, dedupeKey: `folder.files_added:${folderId}` },
  );

/**
 * Makes the stored bytes a file: from this one transaction on it is there, or the bytes are removed. What `alongside`
 * does or throws belongs to the transaction.
 */
export async function commitUpload(
  ctx: Context,
  blob: StoredBlob,
  placement: Placement,
  alongside?: (ctx: Context, file: { id: number }) => Promise<void>,
): Promise<LoadedFile> {
  try {
    return await withLock(ctx, 'folder-tree', async (before) => {
      // Asked again, and alone: the session may have ended, the folder have filled up, moved or gone while the bytes came.
      const ctx = await reauthorizeUpload(before, placement.folderId);
      const now = ctx.now();
      await insertBlob(ctx.db, {
        key: blob.key,
        size: blob.size,
        sha256: blob.sha256,
        wrapped_key: blob.wrappedKey,
        created_at: now,
      });
      const file = await insertFile(ctx.db, {
        name: placement.name,
        file_type: fileTypeOf(placement.name),
        size: blob.size,
        allow_download: placement.allowDownload ? 1 : 0,
        folder_id: placement.folderId,
        owner_id: ctx.actor.id,
        blob_key: blob.key,
        created_at: now,
      });
      await audit(ctx, {
        action: 'file.upload',
        object: { kind: 'file', id: file.id, name: file.name },
        details: { folderId: file.folder_id, size: file.size, sha256: blob.sha256 },
      });
      await publish(ctx, 'file.uploaded', { fileId: file.id });
      if (file.folder_id !== null) await publishFilesAdded(ctx, file.folder_id, file.id);
      await alongside?.(ctx, file);
      return loadFile(ctx, file.id, 'view');
    });
  } catch (error) {
    await discardUpload(ctx, blob);
    throw error;
  }
}

/**
 * Removes stored bytes that nothing refers to. An error says nothing certain of a commit (its answer may have
 * been lost), so the database is asked; when it can't tell, the bytes stay for the sweeper.
 */
export async function discardUpload(ctx: Context, blob: StoredBlob): Promise<void> {
  const isKept = await hasBlob(ctx.db, blob.key).catch(() => true);
  if (!isKept) await ctx.blobs.remove(blob.key);
}

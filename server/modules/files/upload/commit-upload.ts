import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import type { KnownFolder } from '#server/authorization/file-access.ts';
import type { UploadPlace } from '#server/authorization/groups/upload-place.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { placeUpload } from '#server/authorization/index-numbers/place-upload.ts';
import { type LoadedFile, loadFile, loadUploaded } from '#server/authorization/load-file.ts';
import {
  hideLateUpload,
  replacePlaceholder,
} from '#server/authorization/placeholders/replace-placeholder.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import type { UploadBatch } from '#shared/contracts/fields/upload-batch.ts';
import { discardBytes } from '../store-bytes.ts';
import { reauthorizeUpload, reauthorizeUploader, type UploadTarget } from './admit-upload.ts';
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
    // The uploader was staff when the upload began.
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

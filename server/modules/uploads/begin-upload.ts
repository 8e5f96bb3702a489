import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadUploadPlace } from '#server/authorization/groups/upload-place.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import type { LoadedUpload } from '#server/authorization/load-upload.ts';
import { assertPlaceholderIn } from '#server/authorization/placeholders/load-placeholder.ts';
import type { UserContext } from '#server/authorization/reload-actor.ts';
import { fileTooLargeError } from '#server/modules/files/store-bytes.ts';
import { assertSourceFits } from '#server/modules/imports/receive-source.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import type { HeadersOf } from '#shared/contracts/endpoint.ts';
import type { beginUpload as contract } from '#shared/contracts/uploads.ts';
import { finishUpload } from './finish-upload.ts';
import { countOpenUploads, insertUpload } from './queries.ts';
import { uploadExpiry } from './upload-expiry.ts';
import { maxBytesOf, type ResumableTarget, reauthorizeTarget } from './upload-target.ts';

/** Limits per user for unfinished uploads, which take storage until they become files or expire. */
const MAX_OPEN_UPLOADS = 50;
const MAX_OPEN_FULL_SIZE_UPLOADS = 20;

type Metadata = HeadersOf<typeof contract>['upload-metadata'];

export async function beginUpload(ctx: Context, size: number, metadata: Metadata): Promise<LoadedUpload> {
  const target = targetFor(metadata);
  const maxBytes = await maxBytesOf(ctx, target);
  if (size > maxBytes) throw fileTooLargeError(maxBytes);
  const upload = await withLock(ctx, 'uploads', async (before) => {
    const ctx = await reauthorizeTarget(before, target);
    await assertOpenUploadLimit(ctx, ctx.actor.id, {
      adding: 'importId' in target ? 0 : size,
      maxOpenBytes: MAX_OPEN_FULL_SIZE_UPLOADS * maxBytes,
    });
    await assertTargetTakes(ctx, target, size);
    if ('folderId' in target) await assertPlaceholderIn(ctx, metadata.placeholderId, target.folderId);
    const now = ctx.now();
    return insertUpload(ctx.db, {
      owner_id: ctx.actor.id,
      name: metadata.filename,
      ...columnsOf(target, metadata),
      note: metadata.note ?? null,
      allow_download: metadata.allowDownload ? 1 : 0,
      size,
      created_at: now,
      expires_at: uploadExpiry(now),
    });
  });
  // An empty upload gets no further request that would finish it.
  return size === 0 ? finishUpload(ctx, upload) : upload;
}

function targetFor({ folderId, replaces, importId }: Metadata): ResumableTarget {
  if (importId !== undefined) return { importId };
  return replaces === undefined ? { folderId } : { replaces };
}

/** Refuses an upload for which its target or a quota has no room. */
async function assertTargetTakes(ctx: UserContext, target: ResumableTarget, size: number): Promise<void> {
  if ('importId' in target) return assertSourceFits(ctx, target.importId, size);
  if ('replaces' in target) {
    const { owner_id: ownerId } = await loadFile(ctx, target.replaces, 'addVersion');
    return assertQuota(ctx, ownerId, { bytes: size });
  }
  const { ownerId } = await loadUploadPlace(ctx, target.folderId);
  return assertQuota(ctx, ownerId, { bytes: size, files: 1 });
}

/** A node of an earlier version finds no file 0, and so refuses to continue the source of an import or a draft. */
function columnsOf(target: ResumableTarget, metadata: Metadata) {
  const { relativePath, filename, placeholderId, draft, batch } = metadata;
  if ('importId' in target)
    return {
      folder_id: null,
      replaces_file_id: 0,
      import_id: target.importId,
      relative_path: relativePath ?? filename,
    };
  if ('replaces' in target)
    return draft
      ? { folder_id: null, replaces_file_id: 0, draft_of_file_id: target.replaces }
      : { folder_id: null, replaces_file_id: target.replaces };
  return {
    folder_id: target.folderId,
    replaces_file_id: null,
    placeholder_id: placeholderId ?? null,
    batch_key: batch?.key ?? null,
    batch_place: batch?.place ?? null,
  };
}

async function assertOpenUploadLimit(
  ctx: Context,
  ownerId: number,
  { adding, maxOpenBytes }: { adding: number; maxOpenBytes: number },
): Promise<void> {
  const { count, bytes } = await countOpenUploads(ctx.db, ownerId, ctx.now());
  if (count < MAX_OPEN_UPLOADS && bytes + adding <= maxOpenBytes) return;
  throw new AppError(
    'conflict',
    'You have too many unfinished uploads. Finish or cancel some, or wait until they expire after a day.',
  );
}

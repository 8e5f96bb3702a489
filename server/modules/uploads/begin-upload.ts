import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import type { LoadedUpload } from '#server/authorization/load-upload.ts';
import { maxUploadBytes, reauthorizeUpload } from '#server/modules/files/commit-upload.ts';
import { fileTooLargeError } from '#server/modules/files/store-bytes.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import type { HeadersOf } from '#shared/contracts/endpoint.ts';
import type { beginUpload as contract } from '#shared/contracts/uploads.ts';
import { finishUpload } from './finish-upload.ts';
import { countOpenUploads, insertUpload } from './queries.ts';
import { uploadExpiry } from './upload-expiry.ts';

/** Limits per user for unfinished uploads, which take storage until they become files or expire. */
const MAX_OPEN_UPLOADS = 50;
const MAX_OPEN_FULL_SIZE_UPLOADS = 20;

type Metadata = HeadersOf<typeof contract>['upload-metadata'];

export async function beginUpload(ctx: Context, size: number, metadata: Metadata): Promise<LoadedUpload> {
  const largest = await maxUploadBytes(ctx);
  if (size > largest) throw fileTooLargeError(largest);
  const upload = await withLock(ctx, 'uploads', async (before) => {
    const { folderId, replaces = null } = metadata;
    const ctx = await reauthorizeUpload(before, replaces === null ? { folderId } : { replaces });
    await assertOpenUploadLimit(ctx, ctx.actor.id, {
      adding: size,
      mostBytes: MAX_OPEN_FULL_SIZE_UPLOADS * largest,
    });
    if (replaces === null) await assertQuota(ctx, ctx.actor.id, { bytes: size, files: 1 });
    else await assertQuota(ctx, (await loadFile(ctx, replaces, 'addVersion')).owner_id, { bytes: size });
    const now = ctx.now();
    return insertUpload(ctx.db, {
      owner_id: ctx.actor.id,
      name: metadata.filename,
      folder_id: replaces === null ? folderId : null,
      replaces_file_id: replaces,
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

async function assertOpenUploadLimit(
  ctx: Context,
  ownerId: number,
  { adding, mostBytes }: { adding: number; mostBytes: number },
): Promise<void> {
  const { count, bytes } = await countOpenUploads(ctx.db, ownerId, ctx.now());
  if (count < MAX_OPEN_UPLOADS && bytes + adding <= mostBytes) return;
  throw new AppError(
    'conflict',
    'You have too many unfinished uploads. Finish or cancel some, or wait until they expire after a day.',
  );
}

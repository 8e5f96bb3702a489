import type { LoadedUpload } from '#server/authorization/load-upload.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { largestUpload, reauthorizeUpload } from '#server/modules/files/commit-upload.ts';
import { tooLarge } from '#server/engines/storage/blob-store.ts';
import type { HeadersOf } from '#shared/contracts/endpoint.ts';
import type { beginUpload as contract } from '#shared/contracts/uploads.ts';
import { expiryOf } from './upload-expiry.ts';
import { finishUpload } from './finish-upload.ts';
import { countOpenUploads, insertUpload } from './queries.ts';

/** What one user may have on its way: the store holds it until it is a file or has expired. */
const MOST_OPEN = 50;
const MOST_LARGEST = 20;

type Metadata = HeadersOf<typeof contract>['upload-metadata'];

export async function beginUpload(ctx: Context, size: number, metadata: Metadata): Promise<LoadedUpload> {
  const largest = await largestUpload(ctx);
  if (size > largest) throw tooLarge(largest);
  const upload = await transactionAlone(ctx, 'uploads', async (before) => {
    const ctx = await reauthorizeUpload(before, metadata.folderId);
    await refuseTooMany(ctx, ctx.actor.id, { adding: size, mostBytes: MOST_LARGEST * largest });
    const now = ctx.now();
    return insertUpload(ctx.db, {
      owner_id: ctx.actor.id,
      name: metadata.filename,
      folder_id: metadata.folderId,
      allow_download: metadata.allowDownload ? 1 : 0,
      size,
      created_at: now,
      expires_at: expiryOf(now),
    });
  });
  // No more bytes will come for it, so no other request would make it a file.
  return size === 0 ? finishUpload(ctx, upload) : upload;
}

async function refuseTooMany(
  ctx: Context,
  ownerId: number,
  { adding, mostBytes }: { adding: number; mostBytes: number },
): Promise<void> {
  const { count, bytes } = await countOpenUploads(ctx.db, ownerId, ctx.now());
  if (count < MOST_OPEN && bytes + adding <= mostBytes) return;
  throw new AppError(
    'conflict',
    'You have too many unfinished uploads. Finish or cancel some, or wait a day until they expire.',
  );
}

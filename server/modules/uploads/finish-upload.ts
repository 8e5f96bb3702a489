import { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import type { LoadedUpload } from '#server/authorization/load-upload.ts';
import type { BlobStore, StoredBlob } from '#server/engines/storage/object-storage.ts';
import { storeBytes } from '#server/modules/files/store-bytes.ts';
import { commitUpload } from '#server/modules/files/upload/commit-upload.ts';
import { commitVersion } from '#server/modules/files/versions/commit-version.ts';
import { commitSource } from '#server/modules/imports/receive-source.ts';
import { offsetMismatch } from './offset-mismatch.ts';
import { advanceUpload, iterateParts, toOptionalFlag } from './queries.ts';
import { removeStoredParts } from './remove-upload.ts';
import { uploadExpiry } from './upload-expiry.ts';
import { maxBytesOf, reauthorizeTarget, targetOf } from './upload-target.ts';

type LastPart = StoredBlob & { readonly start: number };

/** Uploads that this process is assembling, by blob store. */
const finishingUploads = new WeakMap<BlobStore, Set<number>>();

/**
 * Assembles the parts and creates the file like any other upload, with permissions and limits checked again. Each upload
 * is assembled once at a time. `last` is not counted yet: a refusal leaves the offset before the last bytes.
 */
export async function finishUpload(
  ctx: Context,
  upload: LoadedUpload,
  last?: LastPart,
): Promise<LoadedUpload> {
  const busy = finishingUploads.get(ctx.blobs) ?? new Set();
  finishingUploads.set(ctx.blobs, busy);
  // Only one request can succeed; parallel requests for the last byte must not store the whole file several times.
  if (busy.has(upload.id)) throw offsetMismatch();
  busy.add(upload.id);
  try {
    return await assembleUpload(ctx, upload, last);
  } finally {
    busy.delete(upload.id);
  }
}

async function assembleUpload(
  ctx: Context,
  upload: LoadedUpload,
  last: LastPart | undefined,
): Promise<LoadedUpload> {
  await reauthorizeTarget(ctx, targetOf(upload));
  const from = upload.received_bytes;
  const began = ctx.now();
  const isHere = await advanceUpload(ctx.db, upload.id, {
    from,
    to: from,
    now: began,
    expiresAt: uploadExpiry(began),
  });
  if (!isHere) throw offsetMismatch();
  const bytes = Readable.from(readParts(ctx, upload, last));
  const assembled = await storeBytes(ctx.blobs, bytes, await maxBytesOf(ctx, targetOf(upload)), {
    freesChunks: true,
  });
  const now = ctx.now();
  const end = { from, to: upload.size, now, expiresAt: uploadExpiry(now) };
  const { id: fileId, replacesPlaceholder } = await commitAssembled(
    ctx,
    upload,
    assembled,
    async ({ db }, { id: fileId, replacesPlaceholder }) => {
      const result = { fileId, replacesPlaceholder };
      if (!(await advanceUpload(db, upload.id, { ...end, ...result }))) throw offsetMismatch();
    },
  );
  // The file exists even if this fails; the remaining parts are removed when the upload expires.
  await removeStoredParts(ctx, upload.id).catch((error: unknown) =>
    ctx.log.warn({ err: error, upload: upload.id }, 'removing the parts of a finished upload failed'),
  );
  return {
    ...upload,
    received_bytes: upload.size,
    expires_at: end.expiresAt,
    file_id: fileId,
    replaces_placeholder: toOptionalFlag(replacesPlaceholder),
  };
}

/** Creates the file, the next version of the file that the upload replaces, or the source of an import. */
function commitAssembled(
  ctx: Context,
  upload: LoadedUpload,
  assembled: StoredBlob,
  alongside: (ctx: Context, file: { id: number; replacesPlaceholder?: boolean }) => Promise<void>,
): Promise<{ id: number; replacesPlaceholder?: boolean }> {
  const { name, folder_id: folderId, allow_download, note, draft_of_file_id } = upload;
  const fileId = draft_of_file_id ?? upload.replaces_file_id;
  const { import_id: importId, relative_path: path, batch_key: key, batch_place: place } = upload;
  if (importId !== null) return commitSource(ctx, assembled, { importId, path: path ?? name }, alongside);
  if (fileId === null)
    return commitUpload(
      ctx,
      assembled,
      {
        name,
        folderId,
        allowDownload: allow_download === 1,
        placeholderId: upload.placeholder_id ?? undefined,
        batch: key === null || place === null ? undefined : { key, place },
      },
      alongside,
    );
  const version = { fileId, name, note, isDraft: draft_of_file_id !== null };
  return commitVersion(ctx, assembled, version, (ctx) => alongside(ctx, { id: fileId })).then(() => ({
    id: fileId,
  }));
}

async function* readParts(
  ctx: Context,
  upload: LoadedUpload,
  last: LastPart | undefined,
): AsyncGenerator<Buffer> {
  for await (const part of iterateParts(ctx.db, upload.id, last?.start ?? 0))
    yield* await ctx.blobs.open({ ...part, wrappedKey: part.wrapped_key });
  if (last) yield* await ctx.blobs.open(last);
}

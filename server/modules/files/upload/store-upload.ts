import type { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { type StoreOptions, storeBytes } from '../store-bytes.ts';

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

import type { Context } from '#server/app/context.ts';
import { hasLinkWatermark } from '#server/authorization/links/link-watermark.ts';
import { type LoadedFile, toFileResource } from '#server/authorization/load-file.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { filePolicy } from '#shared/policies/files.ts';

/** Reads what decides for all files of a request alike. */
interface Readers {
  readonly settings: () => ReturnType<typeof loadSettings>;
  readonly ofLink: () => Promise<boolean>;
}

/** Reads each at most once. */
function readersOf(ctx: Context): Readers {
  let settings: ReturnType<typeof loadSettings> | undefined;
  let ofLink: Promise<boolean> | undefined;
  return {
    settings: () => {
      settings ??= loadSettings(ctx);
      return settings;
    },
    ofLink: () => {
      ofLink ??= hasLinkWatermark(ctx);
      return ofLink;
    },
  };
}

/** Returns whether what the actor downloads must carry their name. */
export async function requiresDownloadWatermark(
  ctx: Context,
  file: LoadedFile,
  readers = readersOf(ctx),
): Promise<boolean> {
  const resource = toFileResource(file);
  if (!filePolicy.downloadOriginal(ctx.actor, resource)) return true;
  if (await readers.ofLink()) return true;
  if (filePolicy.downloadWithoutWatermark(ctx.actor, resource)) return false;
  return file.watermarksPages === true || (await readers.settings()).watermarkDownloads;
}

/**
 * Returns whether page images of the file must carry the actor's name. A page image shows as much as a downloaded page, so
 * the setting for downloads applies to both.
 */
export async function requiresPageWatermark(
  ctx: Context,
  file: LoadedFile,
  readers = readersOf(ctx),
): Promise<boolean> {
  if (!filePolicy.viewWithoutWatermark(ctx.actor, toFileResource(file))) return true;
  return requiresDownloadWatermark(ctx, file, readers);
}

/** Returns those of the files whose page images carry no name. */
export async function filterWithoutPageWatermark(
  ctx: Context,
  files: readonly LoadedFile[],
): Promise<LoadedFile[]> {
  const readers = readersOf(ctx);
  const watermarked = await Promise.all(files.map((file) => requiresPageWatermark(ctx, file, readers)));
  return files.filter((_, index) => !watermarked[index]);
}

import type { Context } from '#server/app/context.ts';
import { type LoadedFile, toFileResource } from '#server/authorization/load-file.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { filePolicy } from '#shared/policies/files.ts';

/** Returns whether what the actor downloads must carry their name. */
export async function requiresDownloadWatermark(
  ctx: Context,
  file: LoadedFile,
  readSettings = () => loadSettings(ctx),
): Promise<boolean> {
  const resource = toFileResource(file);
  if (!filePolicy.downloadOriginal(ctx.actor, resource)) return true;
  if (filePolicy.downloadWithoutWatermark(ctx.actor, resource)) return false;
  return file.watermarksPages === true || (await readSettings()).watermarkDownloads;
}

/**
 * Returns whether page images of the file must carry the actor's name. A page image shows as much as a downloaded page, so
 * the setting for downloads applies to both.
 */
export async function requiresPageWatermark(
  ctx: Context,
  file: LoadedFile,
  readSettings = () => loadSettings(ctx),
): Promise<boolean> {
  if (!filePolicy.viewWithoutWatermark(ctx.actor, toFileResource(file))) return true;
  return requiresDownloadWatermark(ctx, file, readSettings);
}

/** Returns those of the files whose page images carry no name; reads the settings at most once. */
export async function filterWithoutPageWatermark(
  ctx: Context,
  files: readonly LoadedFile[],
): Promise<LoadedFile[]> {
  let settings: ReturnType<typeof loadSettings> | undefined;
  const readSettings = () => {
    settings ??= loadSettings(ctx);
    return settings;
  };
  const marked = await Promise.all(files.map((file) => requiresPageWatermark(ctx, file, readSettings)));
  return files.filter((_, index) => !marked[index]);
}

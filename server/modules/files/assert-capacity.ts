import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { countFilesIn, countRootFiles } from './queries.ts';

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

import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { ImportsTable } from '#server/database/tables/imports.ts';
import { importPolicy } from '#shared/policies/imports.ts';
import { type LoadedFolder, loadFolder } from '../load-folder.ts';

export type ImportRow = Selectable<ImportsTable>;

/** An import with its target folder. */
export interface LoadedImport extends ImportRow {
  readonly folder: LoadedFolder;
}

const NOT_FOUND = 'This import could not be found. It may have expired. Start it again.';

/**
 * Returns the actor's own import, while they may add to its folder; the only way for a use case to get one. Everybody else
 * gets the refusal of an id that never existed.
 */
export async function loadImport(ctx: Context, id: number): Promise<LoadedImport> {
  const row = await ctx.db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst();
  if (!row || !importPolicy.continue(ctx.actor, { creatorId: row.creator_id }))
    throw new AppError('not-found', NOT_FOUND);
  try {
    return { ...row, folder: await loadFolder(ctx, row.folder_id, 'addTo') };
  } catch (error) {
    // The refusal of a closed room is for those who may add to the folder.
    const isHidden = error instanceof AppError && error.code !== 'conflict';
    throw isHidden ? new AppError('not-found', NOT_FOUND) : error;
  }
}

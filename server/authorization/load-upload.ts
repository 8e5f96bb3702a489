import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { UploadsTable } from '#server/database/tables/uploads.ts';
import { type UploadAction, uploadPolicy } from '#shared/policies/uploads.ts';

export type LoadedUpload = Selectable<UploadsTable>;

/** Loads a resumable upload; the only way to do so. Uploads of others and finished ones are not found. */
export async function loadUpload(ctx: Context, id: number, action: UploadAction): Promise<LoadedUpload> {
  const upload = await ctx.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst();
  if (!upload || !uploadPolicy[action](ctx.actor, { ownerId: upload.owner_id }))
    throw new AppError('not-found', 'This upload could not be found. It may have expired. Start it again.');
  return upload;
}

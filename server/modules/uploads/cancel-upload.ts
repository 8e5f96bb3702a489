import type { Context } from '#server/app/context.ts';
import { loadUpload } from '#server/authorization/load-upload.ts';
import { removeUpload } from './remove-upload.ts';

/** Cancels an upload and removes its data; a file already created stays. */
export async function cancelUpload(ctx: Context, id: number): Promise<void> {
  const upload = await loadUpload(ctx, id, 'continue');
  await removeUpload(ctx, upload.id);
}

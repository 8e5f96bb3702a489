import type { Context } from '#server/app/context.ts';
import { loadUpload } from '#server/authorization/load-upload.ts';
import { removeUpload } from './remove-upload.ts';

/** Of one that became a file only the memory goes; the file stays. */
export async function cancelUpload(ctx: Context, id: number): Promise<void> {
  const upload = await loadUpload(ctx, id, 'continue');
  await removeUpload(ctx, upload.id);
}

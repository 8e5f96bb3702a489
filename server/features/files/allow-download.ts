import { type LoadedFile, loadFile } from '#server/access/load-file.ts';
import { type Context, transaction } from '#server/context.ts';
import { setFileAllowDownload } from './queries.ts';

export function allowDownload(ctx: Context, id: number, allowed: boolean): Promise<LoadedFile> {
  return transaction(ctx, async (ctx) => {
    const file = await loadFile(ctx, id, 'setAllowDownload');
    await setFileAllowDownload(ctx.db, id, allowed);
    return { ...file, allow_download: allowed ? 1 : 0 };
  });
}

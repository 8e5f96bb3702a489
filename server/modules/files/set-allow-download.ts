import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { setFileAllowDownload } from './queries.ts';

/** Allows or forbids to download a file. The lock keeps it out of a room that is being closed. */
export function setAllowDownload(ctx: Context, id: number, allowed: boolean): Promise<LoadedFile> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const file = await loadFile(ctx, id, 'setAllowDownload');
    await setFileAllowDownload(ctx.db, id, allowed);
    await audit(ctx, {
      action: 'file.allow-download',
      object: { kind: 'file', id, name: file.name },
      details: { allowDownload: allowed },
    });
    return { ...file, allow_download: allowed && !file.forbidsDownloads ? 1 : 0 };
  });
}

import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { fileExtension, fileTypeOf } from '#shared/domain/file-type.ts';
import { setFileName } from './queries.ts';

export function renameFile(ctx: Context, id: number, name: string): Promise<LoadedFile> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    // The lock keeps the file from being deleted or moved between the check and the update.
    const file = await loadFile(ctx, id, 'rename');
    if (file.name === name) return file;
    await setFileName(ctx.db, id, { name, fileType: fileTypeOf(name), now: ctx.now() });
    await audit(ctx, {
      action: 'file.rename',
      object: { kind: 'file', id, name: file.name },
      details: { to: name },
    });
    // A file with a new type may have text that the old type had not: extract it again.
    const isSameKind = fileExtension(name) === fileExtension(file.name);
    await publish(ctx, isSameKind ? 'file.changed' : 'file.uploaded', { fileId: id });
    return loadFile(ctx, id, 'view');
  });
}

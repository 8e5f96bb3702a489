import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { fileExtension, fileTypeOf } from '#shared/domain/file-type.ts';
import { setFileName } from './queries.ts';

export function renameFile(ctx: Context, id: number, name: string): Promise<LoadedFile> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    // The file may not be deleted or moved out of reach between the question and the answer.
    const file = await loadFile(ctx, id, 'rename');
    if (file.name === name) return file;
    await setFileName(ctx.db, id, name, fileTypeOf(name));
    await audit(ctx, {
      action: 'file.rename',
      object: { kind: 'file', id, name: file.name },
      details: { to: name },
    });
    // What is of another type now may have text where it had none: it is read as if it had just come.
    const isSameKind = fileExtension(name) === fileExtension(file.name);
    await publish(ctx, isSameKind ? 'file.changed' : 'file.uploaded', { fileId: id });
    return loadFile(ctx, id, 'view');
  });
}

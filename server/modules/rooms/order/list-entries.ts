import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import type { EntryKey } from '#server/authorization/index-numbers/entry-order.ts';
import { findNumbersIn } from '#server/authorization/index-numbers/find-numbers.ts';
import { listVisibleEntries } from '#server/authorization/index-numbers/visible-entries.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { loadFolder, loadVisibleFolders } from '#server/authorization/load-folder.ts';
import { presentFile } from '#server/modules/files/presenter.ts';
import { presentListedFolder } from '#server/modules/folders/presenter.ts';
import type { Entry } from '#shared/contracts/rooms/order.ts';
import { FOLDER_CHANGED } from '#shared/domain/messages.ts';

/** Lists what the actor may see in a folder in its order, one more than `limit`. */
export async function listEntries(
  ctx: Context,
  folderId: number,
  { limit, cursor }: { limit: number; cursor: EntryKey | undefined },
): Promise<Entry[]> {
  const folder = await loadFolder(ctx, folderId, 'view');
  const keys = await listVisibleEntries(ctx, folderId);
  const start = cursor ? keys.findIndex(({ kind, id }) => kind === cursor.kind && id === cursor.id) + 1 : 0;
  if (cursor && start === 0) throw new AppError('conflict', FOLDER_CHANGED);
  const page = keys.slice(start, start + limit + 1);
  const present = await loadEntries(ctx, page);
  const numberOf = folder.isInRoom ? await findNumbersIn(ctx, folderId) : undefined;
  return page.flatMap(({ kind, id }) => {
    const entry = present.get(`${kind}-${id}`);
    const number = numberOf?.(kind, id);
    return entry ? { ...entry, ...(number !== undefined && { number }) } : [];
  });
}

/** Loads entries through the policies, by `kind-id`. */
async function loadEntries(ctx: Context, keys: readonly EntryKey[]): Promise<Map<string, Entry>> {
  const idsOf = (kind: EntryKey['kind']) => keys.flatMap((key) => (key.kind === kind ? key.id : []));
  const folders = await loadVisibleFolders(ctx, idsOf('folder'));
  const accessTo = await findFolderAccess(ctx.db, ctx, idsOf('folder'));
  const files = await loadVisibleFiles(ctx, idsOf('file'));
  return new Map<string, Entry>([
    ...folders.map((row) => {
      const folder = presentListedFolder({ ...row, ...accessTo(row.id) });
      return [`folder-${row.id}`, { kind: 'folder', ...folder }] as const;
    }),
    ...files.map((row) => [`file-${row.id}`, { kind: 'file', ...presentFile(row) }] as const),
  ]);
}

import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { EntryKey } from '#server/authorization/index-numbers/entry-order.ts';
import { findNumbersIn } from '#server/authorization/index-numbers/find-numbers.ts';
import {
  findEntry,
  isActive,
  listOrderedEntries,
  type OrderedEntry,
  positionEntry,
} from '#server/authorization/index-numbers/position-entries.ts';
import { listVisibleEntries } from '#server/authorization/index-numbers/visible-entries.ts';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { hasAccessByFile } from '#server/authorization/visible-to.ts';
import { FOLDER_CHANGED, NUMBERS_FROZEN } from '#shared/domain/messages.ts';

/** Describes what was moved; the audit log has placeholders as a detail of their folder. */
const describe = (folder: LoadedFolder, { kind, id, name }: OrderedEntry) => ({
  object:
    kind === 'placeholder'
      ? { kind: 'folder' as const, id: folder.id, name: folder.name }
      : { kind, id, name },
});

/** Returns the entries that the actor may see: what is hidden from a member of a group is answered like what was never there. */
async function selectShown(
  ctx: Context,
  folderId: number,
  entries: readonly OrderedEntry[],
): Promise<readonly OrderedEntry[]> {
  if (!hasAccessByFile(ctx.actor)) return entries;
  const keyOf = ({ kind, id }: EntryKey) => `${kind} ${id}`;
  const visible = new Set((await listVisibleEntries(ctx, folderId)).map(keyOf));
  return entries.filter((entry) => visible.has(keyOf(entry)));
}

/** Moves an entry of a folder in a room before another one of it, or to the end; returns its number. */
export function orderEntry(
  ctx: Context,
  folderId: number,
  { before, ...key }: EntryKey & { before: EntryKey | null },
): Promise<{ number: string }> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const folder = await loadFolder(ctx, folderId, 'order');
    if (!folder.isInRoom) throw new AppError('conflict', 'Only the entries of a room have an order.');
    if (folder.hasFrozenNumbers) throw new AppError('conflict', NUMBERS_FROZEN);
    const entries = await listOrderedEntries(ctx.db, folderId);
    const shown = await selectShown(ctx, folderId, entries);
    const moved = findEntry(shown, key);
    const next = before && findEntry(shown, before);
    if (!moved || next === undefined) throw new AppError('conflict', FOLDER_CHANGED);
    const follower = shown.slice(shown.indexOf(moved) + 1).find(isActive) ?? null;
    const isThere = next === moved || next === follower;
    if (!isThere) await positionEntry(ctx.db, folderId, { entries, moved, before: next });
    const number = (await findNumbersIn(ctx, folderId))(key.kind, key.id);
    if (number === undefined) throw new AppError('conflict', FOLDER_CHANGED);
    if (!isThere)
      await audit(ctx, {
        action: 'room.order',
        ...describe(folder, moved),
        details: { folderId, number, ...(key.kind === 'placeholder' && { placeholderId: key.id }) },
      });
    return { number };
  });
}

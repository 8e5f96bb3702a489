import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import type { EntryKey } from '#server/authorization/index-numbers/entry-order.ts';
import { findNumbersIn } from '#server/authorization/index-numbers/find-numbers.ts';
import { listWithdrawnPlacesIn } from '#server/authorization/index-numbers/frozen-places.ts';
import { listVisibleEntries } from '#server/authorization/index-numbers/visible-entries.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { type LoadedFolder, loadFolder, loadVisibleFolders } from '#server/authorization/load-folder.ts';
import { loadVisiblePlaceholders } from '#server/authorization/placeholders/load-placeholder.ts';
import { presentFile } from '#server/modules/files/presenter.ts';
import { presentListedFolder } from '#server/modules/folders/presenter.ts';
import type { Entry, WithdrawnEntry } from '#shared/contracts/rooms/order.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { FOLDER_CHANGED } from '#shared/domain/messages.ts';
import { compareEntryNumbers } from '#shared/domain/rooms/entry-number.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { presentPlaceholder } from '../placeholders/present-placeholder.ts';

/** An entry of a page by its key, or the whole line of one that was removed. */
type Line = (EntryKey & { readonly number?: string | undefined }) | WithdrawnEntry;
type LineKey = Pick<Line, 'kind' | 'id'>;

interface Page {
  /** Lists only entries of this kind. */
  readonly kind: Line['kind'] | undefined;
  readonly limit: number;
  readonly cursor: LineKey | undefined;
}

/** Lists what the actor may see in a folder in its order, one more than `limit`. */
export async function listEntries(
  ctx: Context,
  folderId: number,
  { kind, limit, cursor }: Page,
): Promise<Entry[]> {
  const folder = await loadFolder(ctx, folderId, 'view');
  const lines = (await listLines(ctx, folder)).filter((line) => kind === undefined || line.kind === kind);
  const start = cursor ? lines.findIndex(({ kind, id }) => kind === cursor.kind && id === cursor.id) + 1 : 0;
  if (cursor && start === 0) throw new AppError('conflict', FOLDER_CHANGED);
  const page = lines.slice(start, start + limit + 1);
  const isStaff = folderPolicy.addTo(ctx.actor, folder);
  const present = await loadEntries(ctx, page, isStaff);
  return page.flatMap((line) => {
    if (line.kind === 'withdrawn') return line;
    const entry = present.get(`${line.kind}-${line.id}`);
    return entry ? { ...entry, ...(line.number !== undefined && { number: line.number }) } : [];
  });
}

/** Lists the entries of a folder in their order, and in a room with frozen numbers what was removed from it. */
async function listLines(ctx: Context, folder: LoadedFolder): Promise<Line[]> {
  const keys = await listVisibleEntries(ctx, folder.id);
  if (!folder.isInRoom) return keys;
  const numberOf = await findNumbersIn(ctx, folder.id);
  const entries = keys.map((key) => ({ ...key, number: numberOf(key.kind, key.id) }));
  if (!folder.hasFrozenNumbers) return entries;
  const withdrawn = folderPolicy.seeWithdrawnEntries(ctx.actor, folder)
    ? await listWithdrawnPlacesIn(ctx.db, [folder.id])
    : [];
  const above = numberOf('folder', folder.id);
  const lines = withdrawn.map((row) => ({
    kind: 'withdrawn' as const,
    id: row.id,
    entryKind: row.entry_kind,
    name: row.name,
    number: above === undefined ? `${row.place}` : `${above}.${row.place}`,
    withdrawnAt: isoInstant(row.withdrawn_at),
  }));
  return [...entries, ...lines].toSorted((a, b) => compareEntryNumbers(a.number, b.number));
}

/** Loads entries through the policies, by `kind-id`. */
async function loadEntries(
  ctx: Context,
  lines: readonly LineKey[],
  isStaff: boolean,
): Promise<Map<string, Entry>> {
  const idsOf = (kind: EntryKey['kind']) => lines.flatMap((line) => (line.kind === kind ? line.id : []));
  const folders = await loadVisibleFolders(ctx, idsOf('folder'));
  const accessTo = await findFolderAccess(ctx.db, ctx, idsOf('folder'));
  const files = await loadVisibleFiles(ctx, idsOf('file'));
  const placeholders = await loadVisiblePlaceholders(ctx, idsOf('placeholder'));
  return new Map<string, Entry>([
    ...folders.map((row) => {
      const folder = presentListedFolder({ ...row, ...accessTo(row.id) });
      return [`folder-${row.id}`, { kind: 'folder', ...folder }] as const;
    }),
    ...placeholders.map((row) => {
      const placeholder = presentPlaceholder(row, { isStaff, number: undefined });
      return [`placeholder-${row.id}`, { kind: 'placeholder', ...placeholder }] as const;
    }),
    ...files.map((row) => [`file-${row.id}`, { kind: 'file', ...presentFile(row) }] as const),
  ]);
}

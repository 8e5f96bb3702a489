import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { LoadedRoom } from '#server/authorization/groups/load-room.ts';
import type { EntryKey } from '#server/authorization/index-numbers/entry-order.ts';
import { orderEntries } from '#server/authorization/index-numbers/position-entries.ts';
import { initialPublication } from '#server/authorization/publication/room-of.ts';
import type { UserContext } from '#server/authorization/reload-actor.ts';
import { moveFile } from '#server/modules/files/move-files.ts';
import { renameFile } from '#server/modules/files/rename-file.ts';
import { insertManyFolders } from '#server/modules/folders/insert-many-folders.ts';
import { moveFolder } from '#server/modules/folders/move-folder.ts';
import { renameFolder } from '#server/modules/folders/rename-folder.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { insertPlaceholders } from '../../placeholders/queries.ts';
import { auditPlaceholder, changePlaceholder } from '../../placeholders/save-placeholder.ts';
import { keepsName, type PlannedLine } from './match-lines.ts';
import type { ImportPlan, Parent } from './plan-import.ts';

/** Creates, renames and moves what the plan says, inside a transaction with the lock `folder-tree`. */
export async function applyPlan(
  ctx: UserContext,
  { id: roomId, name: roomName }: Pick<LoadedRoom, 'id' | 'name'>,
  plan: ImportPlan,
): Promise<void> {
  const { planned, orders, folderNames } = plan;
  const ids = new Map<PlannedLine, number>();
  const idOf = (parent: Parent | undefined): number =>
    typeof parent === 'number' || parent === undefined ? (parent ?? roomId) : (ids.get(parent) ?? 0);
  const nameOf = (parent: Parent | undefined): string =>
    typeof parent === 'object'
      ? (parent.entry?.name ?? parent.line.name)
      : (folderNames.get(parent ?? roomId) ?? roomName);
  for (const each of planned) if (each.entry) ids.set(each, each.entry.id);
  const created = planned.filter(({ entry }) => entry === undefined);
  await assertQuota(ctx, ctx.actor.id, { folders: created.filter(({ isFolder }) => isFolder).length });
  await assertCapacity(ctx, plan);
  const publication = await initialPublication(ctx, roomId);
  // Folders first: each line needs the id of the one above it.
  for (const level of levelsOf(planned)) {
    await addFolders(ctx, level, { ids, idOf, publication });
    for (const each of level) if (each.entry) await moveEntry(ctx, each, idOf(each.parent));
  }
  await addPlaceholders(
    ctx,
    created.filter(({ isFolder }) => !isFolder),
    { ids, idOf, nameOf },
  );
  for (const { line, entry } of planned)
    if (entry && !keepsName(line, entry)) await rename(ctx, entry, line.name);
  for (const [parent, children] of orders) {
    const keys = children.map((child): EntryKey => {
      if (!('line' in child)) return child;
      return {
        kind: child.entry?.kind ?? (child.isFolder ? 'folder' : 'placeholder'),
        id: ids.get(child) ?? 0,
      };
    });
    await orderEntries(ctx.db, idOf(parent), keys);
  }
}

/** Groups lines by their depth, which only folders above them precede. */
function levelsOf(planned: readonly PlannedLine[]): PlannedLine[][] {
  const byDepth = Map.groupBy(planned, ({ line }) => line.number.split('.').length);
  return [...byDepth].toSorted(([one], [other]) => one - other).map(([, level]) => level);
}

interface Target {
  readonly ids: Map<PlannedLine, number>;
  readonly idOf: (parent: Parent | undefined) => number;
}

async function addFolders(
  ctx: UserContext,
  level: readonly PlannedLine[],
  { ids, idOf, publication }: Target & { publication: { published_at?: null } },
): Promise<void> {
  const folders = level.filter(({ entry, isFolder }) => entry === undefined && isFolder);
  const rows = folders.map(({ line, parent }) => ({
    name: line.name,
    parent_id: idOf(parent),
    owner_id: ctx.actor.id,
    created_at: ctx.now(),
    deleted_at: null,
    ...publication,
  }));
  const inserted = await insertManyFolders(ctx, rows);
  for (const [at, { id, name, parent_id: parentId }] of inserted.entries()) {
    const line = folders[at];
    if (line?.line.name !== name) throw new Error('The folders were inserted in another order');
    ids.set(line, id);
    await audit(ctx, {
      action: 'folder.create',
      object: { kind: 'folder', id, name },
      details: { parentId },
    });
  }
}

async function addPlaceholders(
  ctx: Context,
  lines: readonly PlannedLine[],
  { ids, idOf, nameOf }: Target & { nameOf: (parent: Parent | undefined) => string },
): Promise<void> {
  const rows = lines.map(({ line, parent }) => ({
    folder_id: idOf(parent),
    name: line.name,
    responsible_name: line.responsibleName,
    due_at: line.dueAt,
    created_at: ctx.now(),
  }));
  const inserted = await insertPlaceholders(ctx.db, rows);
  for (const [at, placeholder] of inserted.entries()) {
    const line = lines[at];
    if (line?.line.name !== placeholder.name)
      throw new Error('The placeholders were inserted in another order');
    ids.set(line, placeholder.id);
    const folder = { id: placeholder.folder_id, name: nameOf(line.parent) };
    await auditPlaceholder(ctx, 'placeholder.create', folder, placeholder);
  }
}

async function moveEntry(ctx: Context, { entry, isFolder }: PlannedLine, parentId: number): Promise<void> {
  if (!entry || entry.parentId === parentId) return;
  if (isFolder) await moveFolder(ctx, entry.id, parentId);
  else if (entry.kind === 'file') await moveFile(ctx, entry.id, parentId);
  else await changePlaceholder(ctx, entry.id, { folder_id: parentId });
}

async function rename(ctx: Context, { kind, id }: EntryKey, name: string): Promise<void> {
  if (kind === 'folder') await renameFolder(ctx, id, name);
  else if (kind === 'file') await renameFile(ctx, id, name);
  else await changePlaceholder(ctx, id, { name });
}

/** Refuses when a folder would have more files and placeholders than it may. */
async function assertCapacity(ctx: Context, { orders }: ImportPlan): Promise<void> {
  const { maxFilesPerFolder } = await loadSettings(ctx);
  for (const children of orders.values())
    if (
      children.filter((child) => ('line' in child ? !child.isFolder : child.kind !== 'folder')).length >
      maxFilesPerFolder
    )
      throw new AppError(
        'conflict',
        `A folder would have more than ${maxFilesPerFolder} files and placeholders. Nothing was changed.`,
      );
}

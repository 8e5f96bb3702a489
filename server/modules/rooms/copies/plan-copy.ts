import { AppError } from '#server/app/errors.ts';
import { loadRoomEntries } from '#server/authorization/groups/load-room-entries.ts';
import type { UserContext } from '#server/authorization/reload-actor.ts';
import { assertFolderCapacity } from '#server/modules/files/assert-capacity.ts';
import { assertMaxDepth } from '#server/modules/folders/assert-max-depth.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import type { CopiedEntry } from '#shared/contracts/rooms/copies.ts';
import type { CopyPlaces } from './load-places.ts';
import { type BelowRow, type ContentRow, findContents, listBelow } from './queries.ts';

/** The maximum files, and folders, of one copy: it is made in one transaction. */
const MAX_COPIED = 10_000;

export interface PlannedFolder {
  readonly id: number;
  readonly name: string;
  /** The folder whose copy contains the copy; `null` for the target itself. */
  readonly parentId: number | null;
}

export interface PlannedFile extends ContentRow {
  readonly parentId: number | null;
}

export interface CopyPlan {
  /** The chosen entries, in the order of the request, without those inside others. */
  readonly top: readonly CopiedEntry[];
  /** The folders to create, by depth. */
  readonly levels: readonly (readonly PlannedFolder[])[];
  readonly files: readonly PlannedFile[];
  /** The entries of each copied folder, in their order. */
  readonly children: ReadonlyMap<number, readonly BelowRow[]>;
  readonly bytes: number;
}

/** Lists everything that a copy creates, and refuses what the limits forbid. Needs the lock `folder-tree`. */
export async function planCopy(
  ctx: UserContext,
  { room, target }: CopyPlaces,
  entries: readonly CopiedEntry[],
): Promise<CopyPlan> {
  const chosen = await loadRoomEntries(ctx, room.id, entries);
  const below = await listBelow(
    ctx.db,
    entries.flatMap(({ kind, id }) => (kind === 'folder' ? id : [])),
    2 * MAX_COPIED + 1,
  );
  const inside = new Set(below.map(({ kind, id }) => `${kind} ${id}`));
  const top = entries.filter(({ kind, id }) => !inside.has(`${kind} ${id}`));
  const children = Map.groupBy(below, ({ parent_id }) => parent_id);
  const levels = levelsOf(
    top.flatMap(({ kind, id }) =>
      kind === 'folder' ? { id, name: chosen.folderNames.get(id) ?? '', parentId: null } : [],
    ),
    children,
  );
  const places = [
    ...top.flatMap(({ kind, id }) => (kind === 'file' ? { id, parentId: null } : [])),
    ...below.flatMap(({ kind, id, parent_id }) => (kind === 'file' ? { id, parentId: parent_id } : [])),
  ];
  assertSize('files', places.length);
  assertSize('folders', levels.flat().length);
  const contents = await findContents(
    ctx.db,
    places.map(({ id }) => id),
  );
  const files = places.flatMap(({ id, parentId }) => {
    const content = contents.get(id);
    return content ? { ...content, parentId } : [];
  });
  const plan = { top, levels, files, children, bytes: files.reduce((sum, { size }) => sum + size, 0) };
  await assertLimits(ctx, target, plan);
  return plan;
}

function levelsOf(
  top: readonly PlannedFolder[],
  children: ReadonlyMap<number, readonly BelowRow[]>,
): PlannedFolder[][] {
  const levels: PlannedFolder[][] = [];
  for (let level = [...top]; level.length > 0; ) {
    levels.push(level);
    level = level.flatMap((parent) =>
      (children.get(parent.id) ?? []).flatMap(({ kind, id, name }) =>
        kind === 'folder' ? { id, name, parentId: parent.id } : [],
      ),
    );
  }
  return levels;
}

function assertSize(what: 'files' | 'folders', count: number): void {
  if (count > MAX_COPIED)
    throw new AppError(
      'too-large',
      `A copy can contain at most ${MAX_COPIED.toLocaleString('en')} ${what}. Select fewer entries.`,
    );
}

async function assertLimits(
  ctx: UserContext,
  target: CopyPlaces['target'],
  { levels, files, bytes }: Pick<CopyPlan, 'levels' | 'files' | 'bytes'>,
): Promise<void> {
  assertMaxDepth(target.depth + levels.length);
  const { maxFilesPerFolder } = await loadSettings(ctx);
  const byParent = Map.groupBy(files, ({ parentId }) => parentId);
  const atTop = byParent.get(null)?.length ?? 0;
  if (atTop > 0) await assertFolderCapacity(ctx, target.id, atTop);
  if ([...byParent.values()].some((inFolder) => inFolder.length > maxFilesPerFolder))
    throw new AppError('conflict', `A copied folder would have more than ${maxFilesPerFolder} files.`);
  await assertQuota(ctx, ctx.actor.id, { folders: levels.flat().length, files: files.length, bytes });
}

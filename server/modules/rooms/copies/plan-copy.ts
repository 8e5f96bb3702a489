import { AppError } from '#server/app/errors.ts';
import { loadRoomEntries } from '#server/authorization/groups/load-room-entries.ts';
import type { UserContext } from '#server/authorization/reload-actor.ts';
import { assertFolderCapacity } from '#server/modules/files/assert-capacity.ts';
import { assertMaxDepth } from '#server/modules/folders/assert-max-depth.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import type { CopiedEntry } from '#shared/contracts/rooms/copies.ts';
import { loadPermissions } from '../permissions/resolve-permissions.ts';
import type { CopyPlaces } from './load-places.ts';
import {
  type BelowRow,
  type ContentRow,
  findContents,
  findUnpublishedFolders,
  hasInboxFile,
  listBelow,
} from './queries.ts';

/** The maximum files, and folders, of one copy: it is made in one transaction. */
const MAX_COPIED = 10_000;
const MOST = MAX_COPIED.toLocaleString('en');

export interface PlannedFolder {
  readonly id: number;
  readonly name: string;
  /** The folder whose copy contains the copy; `null` for the target itself. */
  readonly parentId: number | null;
  /** It is a draft, or among the chosen entries and in a folder that is one. */
  readonly isDraft: boolean;
}

export interface PlannedFile extends ContentRow {
  readonly parentId: number | null;
  readonly isDraft: boolean;
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
  await assertAccepted(ctx, entries);
  const below = await listBelow(
    ctx.db,
    entries.flatMap(({ kind, id }) => (kind === 'folder' ? id : [])),
    2 * MAX_COPIED + 1,
  );
  if (below.length > 2 * MAX_COPIED) throw tooLarge(`${MOST} files and ${MOST} folders`);
  const inside = new Set(below.map(({ kind, id }) => `${kind} ${id}`));
  const top = entries.filter(({ kind, id }) => !inside.has(`${kind} ${id}`));
  const children = Map.groupBy(below, ({ parent_id }) => parent_id);
  const isInDraft = await findDraftPlaces(ctx, room.id, top);
  const levels = levelsOf(
    top.flatMap((entry) => {
      const { kind, id } = entry;
      const name = chosen.folderNames.get(id) ?? '';
      return kind === 'folder' ? { id, name, parentId: null, isDraft: isInDraft(entry) } : [];
    }),
    { children, drafts: await findDraftFolders(ctx, below) },
  );
  const places = [
    ...top.flatMap((entry) =>
      entry.kind === 'file' ? { id: entry.id, parentId: null, isInDraft: isInDraft(entry) } : [],
    ),
    ...below.flatMap(({ kind, id, parent_id: parentId }) =>
      kind === 'file' ? { id, parentId, isInDraft: false } : [],
    ),
  ];
  assertSize('files', places.length);
  assertSize('folders', levels.flat().length);
  const files = await listFiles(ctx, places);
  const plan = { top, levels, files, children, bytes: files.reduce((sum, { size }) => sum + size, 0) };
  await assertLimits(ctx, target, plan);
  return plan;
}

/** Refuses files that members sent and the staff have not accepted; in a folder they are left out. */
async function assertAccepted(ctx: UserContext, entries: readonly CopiedEntry[]): Promise<void> {
  const fileIds = entries.flatMap(({ kind, id }) => (kind === 'file' ? id : []));
  if (await hasInboxFile(ctx.db, fileIds))
    throw new AppError('conflict', 'At least one of these files waits in an inbox. Accept it first.');
}

/** Tells which of the chosen entries are folders that are not published, or in one. */
async function findDraftPlaces(
  ctx: UserContext,
  roomId: number,
  top: readonly CopiedEntry[],
): Promise<(entry: CopiedEntry) => boolean> {
  const { pathOf } = await loadPermissions(ctx, roomId, top, []);
  const now = ctx.now();
  return (entry) => pathOf(entry).some(({ publishedAt }) => isUnpublished(publishedAt, now));
}

const findDraftFolders = (ctx: UserContext, below: readonly BelowRow[]): Promise<ReadonlySet<number>> =>
  findUnpublishedFolders(
    ctx.db,
    below.flatMap(({ kind, id }) => (kind === 'folder' ? id : [])),
    ctx.now(),
  );

const isUnpublished = (publishedAt: number | null, now: number): boolean =>
  publishedAt === null || publishedAt > now;

async function listFiles(
  ctx: UserContext,
  places: readonly { id: number; parentId: number | null; isInDraft: boolean }[],
): Promise<PlannedFile[]> {
  const contents = await findContents(
    ctx.db,
    places.map(({ id }) => id),
  );
  const now = ctx.now();
  return places.flatMap(({ id, parentId, isInDraft }) => {
    const content = contents.get(id);
    if (!content) return [];
    return [{ ...content, parentId, isDraft: isInDraft || isUnpublished(content.published_at, now) }];
  });
}

function levelsOf(
  top: readonly PlannedFolder[],
  { children, drafts }: { children: ReadonlyMap<number, readonly BelowRow[]>; drafts: ReadonlySet<number> },
): PlannedFolder[][] {
  const levels: PlannedFolder[][] = [];
  for (let level = [...top]; level.length > 0; ) {
    levels.push(level);
    level = level.flatMap((parent) =>
      (children.get(parent.id) ?? []).flatMap(({ kind, id, name }) =>
        kind === 'folder' ? { id, name, parentId: parent.id, isDraft: drafts.has(id) } : [],
      ),
    );
  }
  return levels;
}

function assertSize(what: 'files' | 'folders', count: number): void {
  if (count > MAX_COPIED) throw tooLarge(`${MOST} ${what}`);
}

const tooLarge = (limit: string): AppError =>
  new AppError('too-large', `A copy can contain at most ${limit}. Select fewer entries.`);

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

import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import type { LoadedRoom } from '#server/authorization/groups/load-room.ts';
import type { UserContext } from '#server/authorization/reload-actor.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import { insertManyFolders } from '#server/modules/folders/insert-many-folders.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import { insertAreas } from '../requests/area-queries.ts';
import { insertRequests } from '../requests/queries.ts';
import { auditArea } from '../requests/save-area.ts';
import { insertGroups, listSubfolders } from './queries.ts';
import type { TemplateContent, TemplateFolder } from './template-content.ts';

/** Bounds the parameters of a statement. */
const BATCH_SIZE = 500;

type NewRoom = Pick<LoadedRoom, 'id' | 'name'>;

/**
 * Creates in a room what a template contains, inside a transaction with the lock `folder-tree`. The room has no groups and
 * requests yet; folders of its that have the name of one of the template in the same place are kept, and hold what is below.
 */
export async function layOutTemplate(
  ctx: UserContext,
  room: NewRoom,
  content: TemplateContent,
): Promise<void> {
  // Folders are created before the groups: those of a room with groups are drafts.
  await addFolders(ctx, room.id, content.folders);
  const groupIds = await addGroups(ctx, room.id, content.groups);
  await addRequests(ctx, room, content, groupIds);
}

interface PlacedFolder {
  readonly folder: TemplateFolder;
  readonly parentId: number;
}

/**
 * Adds the missing folders level by level: each needs the id of the one above it. Their ids increase in the order of the index.
 */
async function addFolders(
  ctx: UserContext,
  roomId: number,
  folders: readonly TemplateFolder[],
): Promise<void> {
  let level: PlacedFolder[] = folders.map((folder) => ({ folder, parentId: roomId }));
  // Only they can contain folders that exist.
  let keptParents = [roomId];
  while (level.length > 0) {
    const known = await findSubfolders(ctx, keptParents);
    const idOf = ({ folder, parentId }: PlacedFolder) => known.get(placeKey(parentId, folder.name));
    const kept = level.filter((placed) => idOf(placed) !== undefined);
    const created = await createFolders(
      ctx,
      level.filter((placed) => idOf(placed) === undefined),
    );
    keptParents = kept.flatMap((placed) => idOf(placed) ?? []);
    const below = (placed: PlacedFolder, parentId = 0) =>
      placed.folder.folders.map((folder) => ({ folder, parentId }));
    level = [
      ...kept.flatMap((placed) => below(placed, idOf(placed))),
      ...created.flatMap(({ placed, id }) => below(placed, id)),
    ];
  }
}

/** The place of a folder; names that differ by case or Unicode normalization alone are the same. */
const placeKey = (parentId: number, name: string): string =>
  `${parentId} ${name.normalize('NFC').toLowerCase()}`;

/** Returns the ids of the folders inside others by their place; of several with a name the first. */
async function findSubfolders(
  { db }: Context,
  parentIds: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  const known = new Map<string, number>();
  for (let at = 0; at < parentIds.length; at += BATCH_SIZE)
    for (const { id, name, parent_id } of await listSubfolders(db, parentIds.slice(at, at + BATCH_SIZE))) {
      const key = placeKey(parent_id ?? 0, name);
      if (!known.has(key)) known.set(key, id);
    }
  return known;
}

async function createFolders(
  ctx: UserContext,
  missing: readonly PlacedFolder[],
): Promise<{ placed: PlacedFolder; id: number }[]> {
  if (missing.length === 0) return [];
  await assertQuota(ctx, ctx.actor.id, { folders: missing.length });
  const inserted = await insertManyFolders(
    ctx,
    missing.map(({ folder, parentId }) => ({
      name: folder.name,
      parent_id: parentId,
      owner_id: ctx.actor.id,
      created_at: ctx.now(),
      deleted_at: null,
    })),
  );
  const created: { placed: PlacedFolder; id: number }[] = [];
  for (const [at, { id, name, parent_id: parentId }] of inserted.entries()) {
    const placed = missing[at];
    if (placed?.folder.name !== name) throw new Error('The folders were inserted in another order');
    created.push({ placed, id });
    await audit(ctx, {
      action: 'folder.create',
      object: { kind: 'folder', id, name },
      details: { parentId },
    });
  }
  return created;
}

/** Returns the ids of the groups by the keys of their names. */
async function addGroups(
  ctx: Context,
  roomId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const inserted = await insertGroups(
    ctx.db,
    names.map((name) => ({
      room_id: roomId,
      name,
      name_key: accountKey(name),
      ends_at: null,
      created_at: ctx.now(),
    })),
  );
  for (const { id, name } of inserted)
    await audit(ctx, {
      action: 'group.create',
      object: { kind: 'group', id, name },
      details: { roomId, endsAt: null },
    });
  return new Map(inserted.map(({ id, name_key }) => [name_key, id]));
}

async function addRequests(
  ctx: Context,
  room: NewRoom,
  { areas, requests }: TemplateContent,
  groupIds: ReadonlyMap<string, number>,
): Promise<void> {
  const inserted = await insertAreas(
    ctx.db,
    areas.map((name) => ({ room_id: room.id, name, name_key: accountKey(name) })),
  );
  for (const area of inserted) await auditArea(ctx, 'area.create', room, area);
  const areaIds = new Map(inserted.map(({ id, name_key }) => [name_key, id]));
  const idIn = (ids: ReadonlyMap<string, number>, name: string | null) =>
    name === null ? null : (ids.get(accountKey(name)) ?? null);
  const rows = requests.map(({ text, area, group, priority }, at) => ({
    room_id: room.id,
    number: at + 1,
    area_id: idIn(areaIds, area),
    group_id: idIn(groupIds, group),
    text,
    responsible_id: null,
    responsible_name: null,
    due_at: null,
    priority,
    state: 'open' as const,
    created_at: ctx.now(),
  }));
  for (let at = 0; at < rows.length; at += BATCH_SIZE)
    await insertRequests(ctx.db, rows.slice(at, at + BATCH_SIZE));
  if (rows.length === 0) return;
  const details = { created: rows.length, firstNumber: 1, lastNumber: rows.length, problems: 0 };
  await audit(ctx, {
    action: 'request.import',
    object: { kind: 'folder', id: room.id, name: room.name },
    details,
  });
}

import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import type { RoomTemplate } from '#shared/contracts/rooms/templates.ts';
import { listAreaRows } from '../requests/area-queries.ts';
import { listRequestRows, listRoomGroupNames } from '../requests/queries.ts';
import { presentTemplate } from './list-templates.ts';
import { countTemplates, type FolderNode, insertTemplate, listRoomFolders } from './queries.ts';
import type { TemplateContent, TemplateFolder } from './template-content.ts';

const MAX_FOLDERS = 2_000;
const MAX_REQUESTS = 1_000;
const MAX_TEMPLATES = 100;

/** Saves the structure, groups and request list of a room as a template: neither documents nor people. */
export function saveTemplate(ctx: Context, roomId: number, name: string): Promise<RoomTemplate> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'saveTemplate');
    if ((await countTemplates(ctx.db, ctx.actor.id)) >= MAX_TEMPLATES)
      throw new AppError('conflict', `You can have at most ${MAX_TEMPLATES} templates. Delete one first.`);
    const folders = await listRoomFolders(ctx.db, roomId, MAX_FOLDERS + 1);
    assertAtMost(folders.length, MAX_FOLDERS, 'folders');
    const content = { folders: buildTree(folders, roomId), ...(await readLists(ctx, roomId)) };
    const row = await insertTemplate(ctx.db, {
      key: null,
      name,
      content: JSON.stringify(content),
      folder_count: folders.length,
      group_count: content.groups.length,
      request_count: content.requests.length,
      creator_id: ctx.actor.id,
      created_at: ctx.now(),
    });
    await audit(ctx, {
      action: 'template.create',
      object: { kind: 'folder', id: roomId, name: room.name },
      details: { templateId: row.id, template: name },
    });
    return presentTemplate(row);
  });
}

function assertAtMost(count: number, limit: number, what: string): void {
  if (count > limit)
    throw new AppError(
      'conflict',
      `This room has more than ${limit.toLocaleString('en')} ${what}, the most that a template can have.`,
    );
}

/** Nests the folders, which are in order inside each folder. */
function buildTree(folders: readonly FolderNode[], roomId: number): TemplateFolder[] {
  const inside = Map.groupBy(folders, ({ parent_id }) => parent_id);
  const nest = (parentId: number): TemplateFolder[] =>
    (inside.get(parentId) ?? []).map(({ id, name }) => ({ name, folders: nest(id) }));
  return nest(roomId);
}

/** Reads groups, areas and requests by name, without those who are responsible or members. */
async function readLists(ctx: Context, roomId: number): Promise<Omit<TemplateContent, 'folders'>> {
  const groups = await listRoomGroupNames(ctx.db, roomId);
  const areas = await listAreaRows(ctx.db, roomId, undefined);
  const requests = await listRequestRows(ctx.db, roomId, undefined, {
    limit: MAX_REQUESTS,
    cursor: undefined,
  });
  assertAtMost(requests.length, MAX_REQUESTS, 'requests');
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  const areaNames = new Map(areas.map(({ id, name }) => [id, name]));
  return {
    groups: groups.toSorted((one, other) => one.id - other.id).map(({ name }) => name),
    areas: areas.map(({ name }) => name),
    requests: requests.map(({ text, area_id, group_id, priority }) => ({
      text,
      area: area_id === null ? null : (areaNames.get(area_id) ?? null),
      group: group_id === null ? null : (groupNames.get(group_id) ?? null),
      priority,
    })),
  };
}

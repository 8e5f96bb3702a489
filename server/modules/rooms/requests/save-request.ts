import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findUserAccessLevel } from '#server/authorization/access-level.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { reloadActor, withLockAsUser } from '#server/authorization/reload-actor.ts';
import {
  type LoadedRequest,
  loadRequest,
  loadRequestList,
  type RequestRow,
} from '#server/authorization/requests/load-request.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type {
  createRequest as createContract,
  RoomRequest,
  updateRequest as updateContract,
} from '#shared/contracts/rooms/requests.ts';
import { isMember } from '#shared/policies/actor.ts';
import { findAreaRow } from './area-queries.ts';
import { presentRequest, presentRequests } from './present-requests.ts';
import {
  findRequestRow,
  insertRequests,
  listRequestRows,
  listRoomGroupNames,
  measureRequests,
  setRequest,
  setRequestDeleted,
} from './queries.ts';

export const MAX_REQUESTS = 5_000;

/** Lists requests: all for staff, those assigned to it for a group; one more than `limit`. */
export async function listRequests(ctx: Context, roomId: number, page: PageRequest): Promise<RoomRequest[]> {
  const { isStaff, groupIds } = await loadRequestList(ctx, roomId);
  const rows = await listRequestRows(ctx.db, roomId, isStaff ? undefined : groupIds, page);
  return presentRequests(ctx, rows, { isStaff });
}

export async function readRequest(ctx: Context, id: number): Promise<RoomRequest> {
  const request = await loadRequest(ctx, id, 'view');
  return presentRequest(ctx, request, request);
}

export function createRequest(
  ctx: Context,
  roomId: number,
  body: BodyOf<typeof createContract>,
): Promise<RoomRequest> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    await loadRoom(ctx, roomId, 'edit');
    await assertReferences(ctx, roomId, body);
    const { count, last } = await measureRequests(ctx.db, roomId);
    if (count >= MAX_REQUESTS)
      throw new AppError('conflict', `A request list can have at most ${MAX_REQUESTS} requests.`);
    const columns = { ...columnsOf(body), text: body.text, priority: body.priority, state: body.state };
    const [row] = await insertRequests(ctx.db, [
      { ...EMPTY, ...columns, room_id: roomId, number: last + 1, created_at: ctx.now() },
    ]);
    if (!row) throw new Error('The request was not inserted');
    await auditRequest(ctx, 'request.create', row, body);
    return presentRequest(ctx, row, { isStaff: true });
  });
}

const EMPTY = { area_id: null, group_id: null, responsible_id: null, responsible_name: null, due_at: null };

/** Changes a request. Its group may set the state *accepted*, and nothing else. */
export function updateRequest(
  ctx: Context,
  id: number,
  body: BodyOf<typeof updateContract>,
): Promise<RoomRequest> {
  return withLock(ctx, 'folder-tree', async (before) => {
    const ctx = { ...before, actor: await reloadActor(before) };
    const isAcceptance = Object.keys(body).length === 1 && body.state === 'accepted';
    const request = await loadRequest(ctx, id, isAcceptance ? 'accept' : 'edit');
    await assertReferences(ctx, request.room_id, body);
    const changes = columnsOf(body);
    // A new person, or a new date, is reminded anew.
    const isNewDate = body.dueAt !== undefined || body.responsibleId !== undefined;
    await setRequest(ctx.db, id, { ...changes, ...(isNewDate && { reminded_at: null }) });
    await auditRequest(ctx, 'request.update', request, body);
    return presentRequest(ctx, await findRequestRow(ctx.db, id), request);
  });
}

export function deleteRequest(ctx: Context, id: number): Promise<void> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const request = await loadRequest(ctx, id, 'edit');
    await setRequestDeleted(ctx.db, id, ctx.now());
    await auditRequest(ctx, 'request.delete', request);
  });
}

type Fields = BodyOf<typeof updateContract>;

function columnsOf({ areaId, groupId, responsibleId, responsibleName, dueAt, ...rest }: Fields) {
  const columns: Partial<RequestRow> = {
    ...(areaId !== undefined && { area_id: areaId }),
    ...(groupId !== undefined && { group_id: groupId }),
    ...(responsibleId !== undefined && { responsible_id: responsibleId }),
    ...(responsibleName !== undefined && { responsible_name: responsibleName }),
    ...(dueAt !== undefined && { due_at: dueAt === null ? null : Date.parse(dueAt) }),
    ...(rest.text !== undefined && { text: rest.text }),
    ...(rest.priority !== undefined && { priority: rest.priority }),
    ...(rest.state !== undefined && { state: rest.state }),
  };
  return columns;
}

/** Refuses an area or a group of another room, and a responsible person who is no staff. */
async function assertReferences(ctx: Context, roomId: number, body: Fields): Promise<void> {
  const { areaId, groupId, responsibleId } = body;
  if (areaId != null && (await findAreaRow(ctx.db, areaId))?.room_id !== roomId)
    throw invalid('areaId', 'The area could not be found.');
  if (groupId != null && !(await listRoomGroupNames(ctx.db, roomId)).some(({ id }) => id === groupId))
    throw invalid('groupId', 'The group could not be found.');
  if (responsibleId == null) return;
  const accessLevel = await findUserAccessLevel(ctx.db, responsibleId, roomId);
  if (!isMember({ accessLevel }))
    throw invalid('responsibleId', 'The responsible person must work in the room.');
}

const invalid = (field: string, message: string): AppError =>
  new AppError('invalid', message, { fields: { [field]: message } });

/** Records what was done with a request; its text is its name. */
export function auditRequest(
  ctx: Context,
  action:
    | 'request.create'
    | 'request.update'
    | 'request.delete'
    | 'request.add-files'
    | 'request.remove-file',
  { id, room_id, number, text }: RequestRow | LoadedRequest,
  details: object = {},
): Promise<void> {
  return audit(ctx, {
    action,
    object: { kind: 'request', id, name: `${number}. ${text.slice(0, 100)}` },
    details: { roomId: room_id, ...details },
  });
}

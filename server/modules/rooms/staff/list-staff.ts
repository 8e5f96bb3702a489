import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { accessOf } from '#server/authorization/access-level.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { presentPerson } from '#server/modules/accounts/present-person.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { StaffMember } from '#shared/contracts/rooms/staff.ts';
import { findStaffRow, listStaffRows, type StaffRow } from './queries.ts';

export const staffNotFound = (): AppError =>
  new AppError('not-found', 'This person does not belong to the staff of the room.');

export const presentStaff = ({ id, username, email, level, ...person }: StaffRow): StaffMember => ({
  id,
  username,
  email,
  ...presentPerson(person),
  role: accessOf(level).accessLevel === 'owner' ? 'manager' : 'editor',
});

/** Lists the staff of a room, one more than `limit`. */
export async function listStaff(
  ctx: Context,
  roomId: number,
  { limit, cursor = 0 }: PageRequest,
): Promise<StaffMember[]> {
  await loadRoom(ctx, roomId, 'seeStaff');
  return (await listStaffRows(ctx.db, roomId, { after: cursor, limit: limit + 1 })).map(presentStaff);
}

export async function readStaffMember(ctx: Context, roomId: number, userId: number): Promise<StaffMember> {
  await loadRoom(ctx, roomId, 'seeStaff');
  const row = await findStaffRow(ctx.db, roomId, userId);
  if (!row) throw staffNotFound();
  return presentStaff(row);
}

import { authorizeInRoom } from '#server/authorization/authorize.ts';
import type { Context } from '#server/app/context.ts';
import { type HousekeepingRow, listTasks } from './queries.ts';

export function listHousekeeping(ctx: Context): Promise<HousekeepingRow[]> {
  authorizeInRoom(ctx.actor, 'manageHousekeeping');
  return listTasks(ctx.db);
}

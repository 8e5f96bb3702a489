import { authorizeInRoom } from '#server/access/authorize.ts';
import type { Context } from '#server/context.ts';
import { type HousekeepingRow, listTasks } from './queries.ts';

export function listHousekeeping(ctx: Context): Promise<HousekeepingRow[]> {
  authorizeInRoom(ctx.actor, 'manageHousekeeping');
  return listTasks(ctx.db);
}

import { authorizeInRoom } from '#server/authorization/authorize.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { HousekeepingTask } from '#shared/domain/maintenance-tasks.ts';
import { allowHeld, findTask } from './queries.ts';

/** Lets the next run remove what the last one held back, once. */
export function allowHousekeeping(ctx: Context, task: HousekeepingTask): Promise<void> {
  authorizeInRoom(ctx.actor, 'manageHousekeeping');
  return transaction(ctx, async (ctx) => {
    if (!(await allowHeld(ctx.db, task))) throw new AppError('conflict', 'This task holds nothing back.');
    const { held } = await findTask(ctx.db, task);
    await record(ctx, { action: 'housekeeping.allow', details: { task, held } });
  });
}

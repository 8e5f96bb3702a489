import type { Context } from '#server/app/context.ts';
import type { HousekeepingTask } from '#shared/domain/maintenance-tasks.ts';
import { findTask, noteRun } from './queries.ts';
import { isSuspicious, type Task } from './maintenance-task.ts';

/**
 * One day's run. When it would remove suspiciously many it removes nothing until an administrator allows it; what
 * was allowed does not cover what came on top of it.
 */
export async function runTask(
  ctx: Context,
  name: HousekeepingTask,
  task: Task,
  signal: AbortSignal,
): Promise<void> {
  const at = ctx.now();
  const begun = (await task.begin?.(ctx, signal)) ?? 0;
  const { all, due } = await task.count(ctx, signal);
  const { allowed } = await findTask(ctx.db, name);
  const brake = task.brake ?? isSuspicious;
  if (brake({ all, due: Math.max(0, due - allowed) })) {
    ctx.log.warn({ task: name, due, all }, 'housekeeping held: it would remove suspiciously many');
    return noteRun(ctx.db, name, { at, removed: begun, held: due });
  }
  const removed = begun + (due === 0 ? 0 : await task.remove(ctx, signal, due));
  if (removed > 0) ctx.log.info({ task: name, removed }, 'housekeeping done');
  await noteRun(ctx.db, name, { at, removed, held: 0 });
}

import type { Context } from '#server/app/context.ts';
import type { MaintenanceTaskName } from '#shared/domain/maintenance-tasks.ts';
import { exceedsSafetyThreshold, type MaintenanceTask } from './maintenance-task.ts';
import { findTask, setTaskRun } from './queries.ts';

/**
 * Runs a task for one day. A run that exceeds the safety threshold removes nothing until an administrator approves it;
 * the approval covers no items that are added later.
 */
export async function runMaintenanceTask(
  ctx: Context,
  name: MaintenanceTaskName,
  task: MaintenanceTask,
  signal: AbortSignal,
): Promise<void> {
  const at = ctx.now();
  const begun = (await task.prepare?.(ctx, signal)) ?? 0;
  const { all, due } = await task.count(ctx, signal);
  const { approved_count: allowed } = await findTask(ctx.db, name);
  const exceedsThreshold = task.exceedsThreshold ?? exceedsSafetyThreshold;
  if (exceedsThreshold({ all, due: Math.max(0, due - allowed) })) {
    ctx.log.warn({ task: name, due, all }, 'maintenance task paused: removal exceeds the safety threshold');
    return setTaskRun(ctx.db, name, { at, removed: begun, held: due });
  }
  const removed = begun + (due === 0 ? 0 : await task.remove(ctx, signal, due));
  if (removed > 0) ctx.log.info({ task: name, removed }, 'maintenance task finished');
  await setTaskRun(ctx.db, name, { at, removed, held: 0 });
}

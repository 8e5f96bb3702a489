import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { MaintenanceTaskName } from '#shared/domain/maintenance-tasks.ts';
import { approvePausedRun, findTask } from './queries.ts';

/** Approves the removal of what awaits approval, once. */
export function approveMaintenanceTask(ctx: Context, task: MaintenanceTaskName): Promise<void> {
  authorizeSystemAction(ctx.actor, 'manageMaintenance');
  return transaction(ctx, async (ctx) => {
    if (!(await approvePausedRun(ctx.db, task))) throw new AppError('conflict', 'Nothing awaits approval.');
    const { pending_count: held } = await findTask(ctx.db, task);
    await audit(ctx, { action: 'maintenance.approve', details: { task, held } });
  });
}

import type { Context } from '#server/app/context.ts';
import { removeRefusals } from '#server/database/audit/remove-refusals.ts';
import { DAY_MS } from './maintenance-task.ts';

/** Removes the content of the next refused calls that the audit log has kept for long enough; returns their number. */
export const removeOldRefusals = (ctx: Context): Promise<number> =>
  removeRefusals(ctx.db, ctx, { before: ctx.now() - ctx.config.refusalDays * DAY_MS, now: ctx.now() });

import type { Context } from '#server/app/context.ts';
import { SESSION_ABSOLUTE_TIMEOUT_MS, SESSION_IDLE_TIMEOUT_MS } from '#server/authorization/sessions.ts';
import { DAY_MS, type MaintenanceTask, removeInBatches } from './maintenance-task.ts';
import {
  countExpiredAttemptCounts,
  countExpiredSessions,
  removeExpiredAttemptCounts,
  removeExpiredSessions,
} from './sessions-queries.ts';

/** Ended sessions stay for so long, so that one day's are few among them and the brake means something. */
const ENDED_RETENTION_MS = 30 * DAY_MS;

const retentionCutoff = (ctx: Context) => ({
  seen: ctx.now() - SESSION_IDLE_TIMEOUT_MS - ENDED_RETENTION_MS,
  begun: ctx.now() - SESSION_ABSOLUTE_TIMEOUT_MS - ENDED_RETENTION_MS,
});

/** Sessions that ended long ago. */
export const cleanupSessions: MaintenanceTask = {
  count: (ctx) => countExpiredSessions(ctx.db, retentionCutoff(ctx)),
  remove: (ctx, signal) => removeInBatches(signal, () => removeExpiredSessions(ctx.db, retentionCutoff(ctx))),
};

/** Counts of failures whose time is over; the next failure removes them too, but it may never come. */
export const cleanupAttemptCounts: MaintenanceTask = {
  count: (ctx) => countExpiredAttemptCounts(ctx.db, ctx.now() - DAY_MS),
  remove: (ctx, signal) =>
    removeInBatches(signal, () => removeExpiredAttemptCounts(ctx.db, ctx.now() - DAY_MS)),
};

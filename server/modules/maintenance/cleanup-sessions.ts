import type { Context } from '#server/app/context.ts';
import { SESSION_ABSOLUTE_TIMEOUT_MS, SESSION_IDLE_TIMEOUT_MS } from '#server/authorization/sessions.ts';
import { DAY_MS, type MaintenanceTask, removeInBatches } from './maintenance-task.ts';
import { removeOldRefusals } from './refusals-queries.ts';
import {
  countExpiredAttemptCounts,
  countExpiredSessions,
  removeExpiredAttemptCounts,
  removeExpiredSessions,
} from './sessions-queries.ts';

/** How long ended sessions are kept, so that those of one day are a small share for the safety threshold. */
const ENDED_RETENTION_MS = 30 * DAY_MS;

const retentionCutoff = (ctx: Context) => ({
  seen: ctx.now() - SESSION_IDLE_TIMEOUT_MS - ENDED_RETENTION_MS,
  begun: ctx.now() - SESSION_ABSOLUTE_TIMEOUT_MS - ENDED_RETENTION_MS,
});

/** Removes sessions that ended long ago. */
export const cleanupSessions: MaintenanceTask = {
  count: (ctx) => countExpiredSessions(ctx.db, retentionCutoff(ctx)),
  remove: (ctx, signal) => removeInBatches(signal, () => removeExpiredSessions(ctx.db, retentionCutoff(ctx))),
};

/**
 * Removes expired attempt counts; the next attempt would remove them too, but may never come. Removes the content of old refused
 * calls from the audit log as well.
 */
export const cleanupAttemptCounts: MaintenanceTask = {
  prepare: (ctx, signal) => removeInBatches(signal, () => removeOldRefusals(ctx)),
  count: (ctx) => countExpiredAttemptCounts(ctx.db, ctx.now() - DAY_MS),
  remove: (ctx, signal) =>
    removeInBatches(signal, () => removeExpiredAttemptCounts(ctx.db, ctx.now() - DAY_MS)),
};

import { IDLE_SESSION_MS, LONGEST_SESSION_MS } from '#server/authorization/sessions.ts';
import type { Context } from '#server/app/context.ts';
import {
  countFailureCounts,
  countSessions,
  removeFailureCounts,
  removeSessions,
} from './sessions-queries.ts';
import { DAY_MS, inSlices, type Task } from './maintenance-task.ts';

/** Ended sessions stay for so long, so that one day's are few among them and the brake means something. */
const KEEP_ENDED_MS = 30 * DAY_MS;

const longEnded = (ctx: Context) => ({
  seen: ctx.now() - IDLE_SESSION_MS - KEEP_ENDED_MS,
  begun: ctx.now() - LONGEST_SESSION_MS - KEEP_ENDED_MS,
});

/** Sessions that ended long ago. */
export const tidySessions: Task = {
  count: (ctx) => countSessions(ctx.db, longEnded(ctx)),
  remove: (ctx, signal) => inSlices(signal, () => removeSessions(ctx.db, longEnded(ctx))),
};

/** Counts of failures whose time is over; the next failure removes them too, but it may never come. */
export const tidyFailureCounts: Task = {
  count: (ctx) => countFailureCounts(ctx.db, ctx.now() - DAY_MS),
  remove: (ctx, signal) => inSlices(signal, () => removeFailureCounts(ctx.db, ctx.now() - DAY_MS)),
};

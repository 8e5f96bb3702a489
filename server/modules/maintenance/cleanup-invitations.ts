import type { Context } from '#server/app/context.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { countInvitations, removeInvitations } from './invitations-queries.ts';
import { DAY_MS, inSlices, type Task } from './maintenance-task.ts';

/** An expired invitation can be sent again for so long. */
const LONG_EXPIRED_MS = 30 * DAY_MS;

const expiredBefore = (ctx: Context): number => ctx.now() - LONG_EXPIRED_MS;

const isWanted = async (ctx: Context): Promise<boolean> => (await loadSettings(ctx)).autoDeleteInvitations;

/** Accepted and long expired invitations, as long as the setting says so; the audit log keeps that they were. */
export const tidyInvitations: Task = {
  count: async (ctx) =>
    (await isWanted(ctx)) ? countInvitations(ctx.db, expiredBefore(ctx)) : { all: 0, due: 0 },
  remove: (ctx, signal) => inSlices(signal, () => removeInvitations(ctx.db, expiredBefore(ctx))),
};

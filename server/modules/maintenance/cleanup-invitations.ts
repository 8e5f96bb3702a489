import type { Context } from '#server/app/context.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { countInvitations, removeInvitations } from './invitations-queries.ts';
import { DAY_MS, type MaintenanceTask, removeInBatches } from './maintenance-task.ts';

/** How long an expired invitation can still be sent again. */
const EXPIRED_RETENTION_MS = 30 * DAY_MS;

const expiredBefore = (ctx: Context): number => ctx.now() - EXPIRED_RETENTION_MS;

const isEnabled = async (ctx: Context): Promise<boolean> => (await loadSettings(ctx)).autoDeleteInvitations;

/**
 * Removes accepted and long expired invitations if the setting is on, but none of a member of a group; the audit log keeps their
 * events.
 */
export const cleanupInvitations: MaintenanceTask = {
  count: async (ctx) =>
    (await isEnabled(ctx)) ? countInvitations(ctx.db, expiredBefore(ctx)) : { all: 0, due: 0 },
  remove: (ctx, signal) => removeInBatches(signal, () => removeInvitations(ctx.db, expiredBefore(ctx))),
};

import type { Context } from '#server/app/context.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { countInvitations, removeInvitations } from './invitations-queries.ts';
import { DAY_MS, type MaintenanceTask, removeInBatches } from './maintenance-task.ts';

/** An expired invitation can be sent again for so long. */
const EXPIRED_RETENTION_MS = 30 * DAY_MS;

const expiredBefore = (ctx: Context): number => ctx.now() - EXPIRED_RETENTION_MS;

const isEnabled = async (ctx: Context): Promise<boolean> => (await loadSettings(ctx)).autoDeleteInvitations;

/** Accepted and long expired invitations, as long as the setting says so; the audit log keeps that they were. */
export const cleanupInvitations: MaintenanceTask = {
  count: async (ctx) =>
    (await isEnabled(ctx)) ? countInvitations(ctx.db, expiredBefore(ctx)) : { all: 0, due: 0 },
  remove: (ctx, signal) => removeInBatches(signal, () => removeInvitations(ctx.db, expiredBefore(ctx))),
};

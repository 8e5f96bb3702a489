import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import type { UserUsage } from '#shared/contracts/settings.ts';
import { userQuota } from './assert-quota.ts';
import { countUsage } from './queries.ts';

/** Loads what the actor owns and may own. */
export async function loadUsage(ctx: Context): Promise<UserUsage> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  const { actor } = await reloadUser(ctx);
  return { used: await countUsage(ctx.db, actor.id), quota: userQuota(await loadSettings(ctx)) };
}

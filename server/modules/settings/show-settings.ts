import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { SystemSettings } from '#shared/contracts/settings.ts';
import { loadSettings } from './load-settings.ts';

export async function showSettings(ctx: Context): Promise<SystemSettings> {
  authorizeSystemAction(ctx.actor, 'manageSettings');
  return loadSettings(ctx);
}

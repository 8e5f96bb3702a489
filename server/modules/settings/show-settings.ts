import { authorizeInRoom } from '#server/authorization/authorize.ts';
import type { Context } from '#server/app/context.ts';
import type { SystemSettings } from '#shared/contracts/settings.ts';
import { loadSettings } from './load-settings.ts';

export async function showSettings(ctx: Context): Promise<SystemSettings> {
  authorizeInRoom(ctx.actor, 'manageSettings');
  return loadSettings(ctx);
}

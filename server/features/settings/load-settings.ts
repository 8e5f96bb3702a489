import type { Context } from '#server/context.ts';
import { DEFAULT_SYSTEM_SETTINGS, type SystemSettings, systemSettings } from '#shared/contracts/settings.ts';
import { listSettings } from './queries.ts';

/** The settings in force: read each time, so that a change holds at once in every process. */
export async function loadSettings(ctx: Pick<Context, 'db' | 'config'>): Promise<SystemSettings> {
  const stored = await listSettings(ctx.db);
  const values = Object.fromEntries(stored.map(({ name, value }) => [name, JSON.parse(value)]));
  const settings = systemSettings.parse({ ...DEFAULT_SYSTEM_SETTINGS, ...values });
  return { ...settings, maxUploadSizeMB: Math.min(settings.maxUploadSizeMB, ctx.config.uploadCeilingMb) };
}

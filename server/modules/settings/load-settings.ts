import type { Context } from '#server/app/context.ts';
import { DEFAULT_SYSTEM_SETTINGS, type SystemSettings, systemSettings } from '#shared/contracts/settings.ts';
import { listSettings } from './queries.ts';

const someSettings = systemSettings.partial();

/** The settings in force: read each time, so that a change holds at once in every process. */
export async function loadSettings(ctx: Pick<Context, 'db' | 'config'>): Promise<SystemSettings> {
  const stored = await listSettings(ctx.db);
  // One by one: a setting or a value that another version stored and this one doesn't know must not take the rest along.
  const known = stored.flatMap(({ name, value }) => {
    const one = someSettings.safeParse({ [name]: JSON.parse(value) });
    return one.success ? [one.data] : [];
  });
  const settings = systemSettings.parse(Object.assign({}, DEFAULT_SYSTEM_SETTINGS, ...known));
  return { ...settings, maxUploadSizeMB: Math.min(settings.maxUploadSizeMB, ctx.config.uploadCeilingMb) };
}

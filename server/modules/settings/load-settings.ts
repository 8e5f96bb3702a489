import type { Context } from '#server/app/context.ts';
import { DEFAULT_SYSTEM_SETTINGS, type SystemSettings, systemSettings } from '#shared/contracts/settings.ts';
import { parseStoredSettings } from './parse-stored-settings.ts';
import { listSettings } from './queries.ts';

/** The rows that were parsed last, as text: requests ask several times, and parsing takes longer than reading. */
let parsed: { readonly rows: string; readonly settings: SystemSettings } | undefined;

/** Loads the current settings, each time, so that a change applies immediately in every process. */
export async function loadSettings(ctx: Pick<Context, 'db' | 'config'>): Promise<SystemSettings> {
  const stored = await listSettings(ctx.db);
  const rows = JSON.stringify(stored);
  if (parsed?.rows !== rows)
    parsed = { rows, settings: parseStoredSettings(systemSettings.shape, DEFAULT_SYSTEM_SETTINGS, stored) };
  const { settings } = parsed;
  return { ...settings, maxUploadSizeMB: Math.min(settings.maxUploadSizeMB, ctx.config.uploadCeilingMb) };
}

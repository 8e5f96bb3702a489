import type { Context } from '#server/app/context.ts';
import { DEFAULT_SYSTEM_SETTINGS, type SystemSettings, systemSettings } from '#shared/contracts/settings.ts';
import { listSettings } from './queries.ts';

const someSettings = systemSettings.partial();

type StoredSettings = Awaited<ReturnType<typeof listSettings>>;

/** The rows that were parsed last, as text: requests ask several times, and parsing takes longer than reading. */
let parsed: { readonly rows: string; readonly settings: SystemSettings } | undefined;

/** Loads the current settings, each time, so that a change applies immediately in every process. */
export async function loadSettings(ctx: Pick<Context, 'db' | 'config'>): Promise<SystemSettings> {
  const stored = await listSettings(ctx.db);
  const rows = JSON.stringify(stored);
  parsed = parsed?.rows === rows ? parsed : { rows, settings: parseSettings(stored) };
  const { settings } = parsed;
  return { ...settings, maxUploadSizeMB: Math.min(settings.maxUploadSizeMB, ctx.config.uploadCeilingMb) };
}

function parseSettings(stored: StoredSettings): SystemSettings {
  // One by one: a setting or value that another version stored and this one does not know must not affect the
  // others.
  const known = stored.flatMap(({ name, value }) => {
    const one = someSettings.safeParse({ [name]: JSON.parse(value) });
    return one.success ? [one.data] : [];
  });
  return systemSettings.parse(Object.assign({}, DEFAULT_SYSTEM_SETTINGS, ...known));
}

import type { z } from 'zod';
import type { listSettings } from './queries.ts';

type StoredSettings = Awaited<ReturnType<typeof listSettings>>;

/**
 * Returns the defaults overridden by what is stored. One by one: a setting or value that another version stored and this one does
 * not know must not affect the others. A value that cannot be read is the default, or that of `unreadable`, for rules that must
 * not end with it.
 */
export function parseStoredSettings<Settings extends object>(
  fields: Readonly<Record<keyof Settings, z.ZodType>>,
  defaults: Settings,
  stored: StoredSettings,
  unreadable: Partial<Settings> = {},
): Settings {
  const schemas = new Map<string, z.ZodType>(Object.entries(fields));
  const known = stored.flatMap(({ name, value }) => {
    const parsed = schemas.get(name)?.safeParse(JSON.parse(value));
    if (parsed?.success) return [[name, parsed.data] as const];
    return parsed && name in unreadable ? [[name, Reflect.get(unreadable, name)] as const] : [];
  });
  return { ...defaults, ...Object.fromEntries(known) };
}

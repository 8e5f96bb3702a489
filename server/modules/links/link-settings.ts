import { z } from 'zod';
import { DEFAULT_REMEMBER_DAYS, LINK_STEPS, type LinkStep } from '#shared/domain/link-steps.ts';

const commonSettings = {
  greeting: z.string().default(''),
  passwordHash: z.string().nullable().default(null),
  askEmail: z.boolean().default(true),
  requireCode: z.boolean().default(false),
  allowed: z.array(z.string()).default([]),
  blocked: z.array(z.string()).default([]),
  requireSignature: z.boolean().default(false),
  alertOwner: z.boolean().default(false),
  /** For how many days the steps count in a browser; links from before this setting remember none. */
  rememberDays: z.int().default(0),
};

/** The column `settings` of a link. Unknown keys belong to a later version and are kept. */
const storedSettings = z.looseObject({
  ...commonSettings,
  /** `download` is the level `original` of the API: it was named before there was another level with downloads. */
  level: z.enum(['view', 'download']).default('view'),
  /** Together with `view` the level `download` of the API. Earlier versions know `view` alone and give less. */
  watermarkedDownloads: z.boolean().default(false),
});

/** The settings with the level of the API. */
const linkSettings = z.looseObject({ ...commonSettings, level: z.enum(['view', 'download', 'original']) });
export type LinkSettings = z.infer<typeof linkSettings>;

export function parseSettings(json: string): LinkSettings {
  const { level, watermarkedDownloads, ...settings } = storedSettings.parse(JSON.parse(json));
  return {
    ...settings,
    level: level === 'download' ? 'original' : watermarkedDownloads ? 'download' : 'view',
  };
}

/** Returns the column. The history of rights looks for both keys in its text (migration 0061). */
export function formatSettings({ level, ...settings }: LinkSettings): string {
  return JSON.stringify({
    ...settings,
    level: level === 'original' ? 'download' : 'view',
    watermarkedDownloads: level === 'download',
  } satisfies z.infer<typeof storedSettings>);
}

export const DEFAULT_LINK_SETTINGS: LinkSettings = parseSettings(
  JSON.stringify({ rememberDays: DEFAULT_REMEMBER_DAYS }),
);

/** Returns the steps of a link before its terms, in the order in which they are completed. */
export function listSteps(settings: LinkSettings): LinkStep[] {
  const asks: Record<Exclude<LinkStep, 'terms'>, boolean> = {
    password: settings.passwordHash !== null,
    email: settings.askEmail || settings.requireCode,
    code: settings.requireCode,
  };
  return LINK_STEPS.filter((step) => step !== 'terms' && asks[step]);
}

/**
 * Returns whether somebody whom the settings admitted before might not be admitted after the change. Terms are not among them:
 * each session accepts new ones at its next request.
 */
export function asksForMore(before: LinkSettings, after: LinkSettings): boolean {
  const asked = new Set(listSteps(before));
  if (listSteps(after).some((step) => !asked.has(step))) return true;
  if (after.passwordHash !== null && after.passwordHash !== before.passwordHash) return true;
  if (after.requireSignature && !before.requireSignature) return true;
  if (after.blocked.some((entry) => !before.blocked.includes(entry))) return true;
  if (after.allowed.length === 0) return false;
  return before.allowed.length === 0 || before.allowed.some((entry) => !after.allowed.includes(entry));
}

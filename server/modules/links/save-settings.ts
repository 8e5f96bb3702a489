import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { hashPassword } from '#server/authorization/passwords/password-hashing.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { assertMayRequireTerms } from '#server/modules/terms/save-terms.ts';
import { assertMayUseWatermark } from '#server/modules/watermarks/save-watermark.ts';
import type { LinkSettingsChange } from '#shared/contracts/links/links.ts';
import { normalizeEntry } from './address-rules.ts';
import type { LinkSettings } from './link-settings.ts';

/** A change of the settings whose slow or fallible parts are done. */
export type PreparedSettings = Partial<LinkSettings> & {
  /** Columns of their own. */
  readonly termsId?: number | null;
  readonly watermarkId?: number | null;
};

/** Hashes the password and normalizes the lists, before the transaction that applies the change. */
export async function prepareSettings(change: LinkSettingsChange): Promise<PreparedSettings> {
  const { password, allowed, blocked, ...plain } = change;
  const prepared: PreparedSettings = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  );
  if (allowed) prepared.allowed = normalizeList('allowed', allowed);
  if (blocked) prepared.blocked = normalizeList('blocked', blocked);
  if (password !== undefined) prepared.passwordHash = password === null ? null : await hashPassword(password);
  return prepared;
}

function normalizeList(field: string, entries: readonly string[]): string[] {
  const normal = entries.map((entry) => {
    const address = normalizeEntry(entry);
    if (address !== undefined) return address;
    return rejectSetting(field, `${entry} is not an email address or a domain.`);
  });
  return [...new Set(normal)];
}

/** Returns the settings after the change, or refuses a combination that cannot work. */
export async function applySettings(
  ctx: Context,
  before: LinkSettings,
  { termsId, watermarkId, ...change }: PreparedSettings,
  isIntoGroup: boolean,
): Promise<LinkSettings> {
  if (termsId !== undefined && termsId !== null) await assertMayRequireTerms(ctx, termsId);
  if (watermarkId !== undefined && watermarkId !== null) await assertMayUseWatermark(ctx, watermarkId);
  const after = { ...before, ...change };
  if (after.requireCode && !before.requireCode && !ctx.mailer)
    rejectSetting('requireCode', 'Outgoing mail is not set up.');
  if (after.alertOwner && !before.alertOwner && !ctx.mailer)
    rejectSetting('alertOwner', 'Outgoing mail is not set up.');
  if (isIntoGroup && !after.requireCode)
    rejectSetting('requireCode', 'A link into a group requires the code.');
  if (after.allowed.length > 0 && !after.requireCode)
    rejectSetting('allowed', 'An allow list requires the code.');
  if (after.blocked.length > 0 && !after.requireCode)
    rejectSetting('blocked', 'A block list requires the code.');
  const asksNobody = !after.askEmail && !after.requireCode;
  if (asksNobody && !(await loadSettings(ctx)).allowPublicSharing)
    rejectSetting('askEmail', 'Links without an email address are disabled.');
  return after;
}

function rejectSetting(field: string, message: string): never {
  throw new AppError('invalid', message, { fields: { [field]: message } });
}

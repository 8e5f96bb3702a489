import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import {
  changedPreferences,
  type Preferences,
  preferenceFields,
  type updatePreferences,
} from '#shared/contracts/preferences.ts';
import { DEFAULT_PREFERENCES } from '#shared/domain/preferences.ts';
import { findPreferences, setPreferences } from './queries.ts';

function requireUserId(ctx: Context): number {
  if (ctx.actor.kind !== 'user') throw new AppError('unauthenticated', 'Sign in first');
  return ctx.actor.id;
}

/** Returns the defaults overridden by the user's changes. Values of other versions that are not valid here are left out. */
export async function loadPreferences(ctx: Context): Promise<Preferences> {
  const stored: object = JSON.parse((await findPreferences(ctx.db, requireUserId(ctx))) ?? '{}');
  const valid = Object.entries(stored).filter(
    ([name, value]) => changedPreferences.safeParse({ [name]: value }).success,
  );
  return preferenceFields.parse({ ...DEFAULT_PREFERENCES, ...Object.fromEntries(valid) });
}

export async function changePreferences(
  ctx: Context,
  changes: BodyOf<typeof updatePreferences>,
): Promise<Preferences> {
  // Holds the lock, so that simultaneous changes do not undo each other.
  return withLock(ctx, 'users', async (ctx) => {
    const preferences = preferenceFields.parse({
      ...(await loadPreferences(ctx)),
      ...(changes.searchMethod !== undefined && { searchMethodChosen: true }),
      ...changes,
    });
    await setPreferences(ctx.db, requireUserId(ctx), JSON.stringify(preferences));
    await audit(ctx, { action: 'user.preferences', details: { changes: withoutLayout(changes) } });
    return preferences;
  });
}

/** Keeps the content of a layout, which can be 16 KB, out of the audit log. */
const withoutLayout = ({ customLayout, ...changes }: BodyOf<typeof updatePreferences>): object =>
  customLayout
    ? { ...changes, customLayout: 'changed' }
    : { ...changes, ...(customLayout === null && { customLayout }) };

import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { transactionAsUser } from '#server/authorization/reload-actor.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import {
  hasSecondFactor,
  releaseFactorSetups,
} from '#server/authorization/sign-in/second-factor-requirement.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import {
  DEFAULT_SIGN_IN_SETTINGS,
  type ShownSignInSettings,
  type SignInSettings,
  signInSettings,
  type updateSignInSettings,
} from '#shared/contracts/sign-in/sign-in-settings.ts';
import { parseStoredSettings } from './parse-stored-settings.ts';
import { listSettings, setSettings } from './queries.ts';

/** A setting of its own, because nodes of an earlier version do not know the value `staff`. */
const OF_STAFF = 'requireSecondFactorOfStaff';

/** Converts the settings to what is stored. */
function* entriesOf({
  requireSecondFactor,
  ...others
}: BodyOf<typeof updateSignInSettings>): Generator<[string, unknown]> {
  yield* Object.entries(others);
  if (requireSecondFactor === undefined) return;
  const isOfStaff = requireSecondFactor === 'staff';
  yield ['requireSecondFactor', isOfStaff ? 'administrators' : requireSecondFactor];
  yield [OF_STAFF, isOfStaff];
}

/** Shows administrators the settings and what the operator set up. */
export async function loadSignInSettings(ctx: Context): Promise<ShownSignInSettings> {
  authorizeSystemAction(ctx.actor, 'manageSettings');
  const { identityProvider, publicUrl } = ctx.config;
  return {
    ...(await readSignInSettings(ctx)),
    companyIssuer: identityProvider?.issuer ?? null,
    companyCallback: `${publicUrl}/api/oidc/callback`,
  };
}

/** Rules that a later version stored and this one cannot read are taken for the strictest that it knows. */
const STRICTEST = { requireSecondFactor: 'everybody', requireReauthentication: true } as const;

/** Returns the settings in force. */
export async function readSignInSettings(ctx: Pick<Context, 'db'>): Promise<SignInSettings> {
  const stored = await listSettings(ctx.db);
  const settings = parseStoredSettings(signInSettings.shape, DEFAULT_SIGN_IN_SETTINGS, stored, STRICTEST);
  const isOfStaff =
    settings.requireSecondFactor === 'administrators' &&
    stored.some(({ name, value }) => name === OF_STAFF && value === 'true');
  return isOfStaff ? { ...settings, requireSecondFactor: 'staff' } : settings;
}

/** Changes some of the settings. Nobody demands a second factor of others, nor of themselves, before they have one. */
export function changeSignInSettings(
  ctx: Context,
  changes: BodyOf<typeof updateSignInSettings>,
): Promise<ShownSignInSettings> {
  return transactionAsUser(ctx, async (ctx) => {
    authorizeSystemAction(ctx.actor, 'manageSettings');
    await assertReauthenticated(ctx);
    const { requireSecondFactor = 'nobody' } = changes;
    if (requireSecondFactor !== 'nobody' && !(await hasSecondFactor(ctx, ctx.actor.id)))
      throw new AppError('conflict', 'Set up your own second factor first.');
    const rows = [...entriesOf(changes)].map(([name, value]) => ({ name, value: JSON.stringify(value) }));
    if (rows.length > 0) {
      await setSettings(ctx.db, rows);
      await releaseFactorSetups(ctx.db);
      await audit(ctx, { action: 'settings.update', details: changes });
    }
    return loadSignInSettings(ctx);
  });
}

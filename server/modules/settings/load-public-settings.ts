import type { Context } from '#server/app/context.ts';
import { findRelyingParty } from '#server/authorization/sign-in/relying-party.ts';
import { hasAnyPasskey } from '#server/authorization/sign-in/second-factor-requirement.ts';
import type { PublicSettings } from '#shared/contracts/settings.ts';
import { MIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH_AT_AUTH } from '#shared/domain/limits.ts';
import { loadBrand } from './brand.ts';
import { loadSettings } from './load-settings.ts';
import { readSignInSettings } from './sign-in-settings.ts';

/** Loads the settings that the interface needs; the contract strips the others. */
export async function loadPublicSettings(ctx: Context): Promise<PublicSettings> {
  return {
    ...(await loadSettings(ctx)),
    uploadCeilingMB: ctx.config.uploadCeilingMb,
    passwordMinLengthAtAuth: Math.max(MIN_PASSWORD_LENGTH_AT_AUTH, ctx.config.passwordMinLength),
    passwordMinLength: Math.max(MIN_PASSWORD_LENGTH, ctx.config.passwordMinLength),
    emailConfigured: ctx.config.mail !== undefined,
    onlineOfficeViewer: ctx.config.onlineOfficeViewer,
    answersWritten: ctx.answerModel !== undefined,
    passkeyOrigin: findRelyingParty(ctx)?.origin ?? null,
    passkeySignIn: await hasAnyPasskey(ctx),
    brand: await loadBrand(ctx),
    companySignIn: ctx.identityProvider ? (await readSignInSettings(ctx)).companyName : null,
  };
}

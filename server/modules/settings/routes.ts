import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { findRelyingParty } from '#server/authorization/sign-in/relying-party.ts';
import { hasAnyPasskey } from '#server/authorization/sign-in/second-factor-requirement.ts';
import { serve } from '#server/http/serve.ts';
import {
  getPublicSettings,
  getSystemSettings,
  type SystemSettings,
  updateSystemSettings,
} from '#shared/contracts/settings.ts';
import { getSignInSettings, updateSignInSettings } from '#shared/contracts/sign-in/sign-in-settings.ts';
import { MIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH_AT_AUTH } from '#shared/domain/limits.ts';
import { changeSettings } from './change-settings.ts';
import { loadSettings } from './load-settings.ts';
import { changeSignInSettings, loadSignInSettings, readSignInSettings } from './sign-in-settings.ts';

export function settingsRoutes(app: FastifyInstance): void {
  serve(app, getPublicSettings, async (ctx) => ({
    ...(await loadSettings(ctx)),
    uploadCeilingMB: ctx.config.uploadCeilingMb,
    passwordMinLengthAtAuth: Math.max(MIN_PASSWORD_LENGTH_AT_AUTH, ctx.config.passwordMinLength),
    passwordMinLength: Math.max(MIN_PASSWORD_LENGTH, ctx.config.passwordMinLength),
    emailConfigured: ctx.config.mail !== undefined,
    onlineOfficeViewer: ctx.config.onlineOfficeViewer,
    answersWritten: ctx.answerModel !== undefined,
    passkeyOrigin: findRelyingParty(ctx)?.origin ?? null,
    passkeySignIn: await hasAnyPasskey(ctx),
    companySignIn: ctx.identityProvider ? (await readSignInSettings(ctx)).companyName : null,
  }));
  serve(app, getSystemSettings, (ctx) => showSettings(ctx));
  serve(app, getSignInSettings, (ctx) => loadSignInSettings(ctx));
  serve(app, updateSignInSettings, (ctx, { body }) => changeSignInSettings(ctx, body));
  serve(app, updateSystemSettings, (ctx, { body }) => changeSettings(ctx, body));
}

async function showSettings(ctx: Context): Promise<SystemSettings> {
  authorizeSystemAction(ctx.actor, 'manageSettings');
  return loadSettings(ctx);
}
